import type { MessagesFor } from '../../keys';
import type { household as english } from './household-en';

/** The words about who is signed in: locked phones and tablets, who manages the home, and what happened, in Ukrainian. */
export const household: MessagesFor<keyof typeof english> = {
  // Телефон чи планшет, сеанс якого завершив контролер
  'locked.title': 'Контролер завершив цей сеанс',
  'locked.text': 'Так буває після зміни пароля. Дім не показано, доки ви не ввійдете знову.',
  'locked.ask': 'Попросіть удома',
  'locked.askHint':
    'Той, хто керує цим домом, може знову впустити цей телефон чи планшет. Тоді дім відкриється тут без дотику.',
  'locked.password': 'Або ввійдіть із новим паролем',
  'locked.mark': 'Заблоковано',
  'locked.count': {
    one: '{count} пристрій заблоковано',
    few: '{count} пристрої заблоковано',
    many: '{count} пристроїв заблоковано',
    other: '{count} пристрою заблоковано'
  },
  'locked.letBackIn': 'Впустити знову',
  'locked.letBackInNamed': 'Впустити знову: {name}',
  'locked.letAllBackIn': 'Впустити всі',
  'locked.letChosenBackIn': 'Впустити вибрані',
  'locked.choose': 'Вибрати',
  'locked.notNow': 'Не зараз',
  'locked.others': {
    one: 'Вихід виконано ще на {count} пристрої',
    few: 'Вихід виконано ще на {count} пристроях',
    many: 'Вихід виконано ще на {count} пристроях',
    other: 'Вихід виконано ще на {count} пристрою'
  },
  'locked.othersHint':
    'Контролер завершив і їхні сеанси. Впускайте лише ті телефони й планшети, які знаєте й досі маєте.',
  'locked.done': {
    one: 'Впущено {count} пристрій',
    few: 'Впущено {count} пристрої',
    many: 'Впущено {count} пристроїв',
    other: 'Впущено {count} пристрою'
  },
  'locked.userFirst': 'Спершу його користувач має ввійти з новим паролем.',

  // Як увійшов телефон чи планшет
  'cameIn.user': 'Користувач {user}',
  'cameIn.password': 'Вхід за паролем',
  'cameIn.setupCode': 'Вхід за кодом налаштування',
  'cameIn.letInBy': 'Впущено з екрана «{name}»',
  'cameIn.code': 'Вхід за кодом',
  'cameIn.backup': 'З резервної копії',

  // Кінець того, хто впустив інших
  'letIn.count': {
    one: 'Він впустив ще {count} пристрій.',
    few: 'Він впустив ще {count} пристрої.',
    many: 'Він впустив ще {count} пристроїв.',
    other: 'Він впустив ще {count} пристрою.'
  },
  'letIn.endOne': 'Лише цей',
  'letIn.endAll': {
    one: 'Цей і впущені ним ({count})',
    few: 'Цей і впущені ним ({count})',
    many: 'Цей і впущені ним ({count})',
    other: 'Цей і впущені ним ({count})'
  },

  // Хто керує домом
  'rights.manages': 'Керує цим домом',
  'rights.managesHint': 'Контролери, телефони й планшети інших людей і те, хто керує.',
  'rights.askManager': 'Щоб додати чи перенести контролер, попросіть того, хто керує цим домом.',

  // Пароль ще раз
  'password.title': 'Введіть пароль ще раз',
  'password.why': 'Щоб ніхто інший не зробив цього на знайденому розблокованому телефоні.',
  'password.of': 'Пароль користувача {user}',
  'password.checking': 'Перевірка…',

  // Що сталося з домом
  'activity.title': 'Останні події',
  'activity.none': 'Ще нічого не сталося',
  'activity.noneHint': 'Тут будуть входи, коди налаштування й нові адреси.',
  'activity.managersOnly': 'Це для тих, хто керує цим домом',
  'activity.seen': 'Зрозуміло',
  'activity.more': {
    one: 'і ще {count}',
    few: 'і ще {count}',
    many: 'і ще {count}',
    other: 'і ще {count}'
  },
  'activity.times': { one: '{count} раз', few: '{count} рази', many: '{count} разів', other: '{count} разу' },
  'activity.someScreen': 'Телефон чи планшет',
  'activity.screens': {
    one: '{count} пристрій',
    few: '{count} пристрої',
    many: '{count} пристроїв',
    other: '{count} пристрою'
  },
  'activity.yourHome': 'Ваш дім',
  'activity.signedIn': '{name}: вхід за паролем користувача {user}',
  'activity.pairedBy': '{name}: впущено з екрана «{by}»',
  'activity.paired': '{name}: вхід за кодом',
  'activity.locked': 'Контролер завершив усі сеанси користувача {user}',
  'activity.letBackInBy': 'З екрана «{by}» знову впущено: {name}',
  'activity.letBackIn': 'Знову впущено: {name}',
  'activity.setupCodeUsed': 'Використано код налаштування',
  'activity.setupCodeFailed': 'Спроба з хибним кодом налаштування',
  'activity.movedBy': 'З екрана «{by}» вказано нову адресу: {home}',
  'activity.moved': '{home}: нова адреса',
  'activity.moveRefused': 'Нову адресу не прийнято: {home}',

  'error.screen-locked':
    'Контролер завершив цей сеанс. Увійдіть знову або попросіть того, хто керує цим домом, впустити вас.'
};
