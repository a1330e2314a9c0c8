import type { MessagesFor } from '../../keys';
import type { household as english } from './household-en';

/** The words about who is signed in: locked phones and tablets, who manages the home, and what happened, in Ukrainian. */
export const household: MessagesFor<keyof typeof english> = {
  // Телефон чи планшет, сеанс якого завершив контролер
  'locked.title': 'Увійдіть знову',
  'locked.text': 'Контролер більше не приймає цей вхід. Дім знову з’явиться, щойно ви ввійдете.',
  'locked.ask': 'Попросіть удома',
  'locked.askHint':
    'Той, хто керує цим домом, може знову впустити цей телефон чи планшет. Тоді ваш дім відкриється тут.',
  'locked.password': 'Або ввійдіть із чинним паролем',
  'locked.mark': 'Заблоковано',
  'locked.count': {
    one: 'Заблоковано телефонів і планшетів: {count}',
    few: 'Заблоковано телефонів і планшетів: {count}',
    many: 'Заблоковано телефонів і планшетів: {count}',
    other: 'Заблоковано телефонів і планшетів: {count}'
  },
  'locked.letBackIn': 'Впустити знову',
  'locked.letBackInNamed': 'Впустити знову: {name}',
  'locked.letAllBackIn': 'Впустити всі',
  'locked.letChosenBackIn': 'Впустити вибрані',
  'locked.choose': 'Вибрати',
  'locked.notNow': 'Не зараз',
  'locked.others': {
    one: 'Завершено ще сеансів: {count}',
    few: 'Завершено ще сеансів: {count}',
    many: 'Завершено ще сеансів: {count}',
    other: 'Завершено ще сеансів: {count}'
  },
  'locked.othersHint':
    'Контролер завершив і їхні сеанси. Впускайте лише ті телефони й планшети, які знаєте й досі маєте.',
  'locked.done': {
    one: 'Знову впущено: {count}',
    few: 'Знову впущено: {count}',
    many: 'Знову впущено: {count}',
    other: 'Знову впущено: {count}'
  },
  'locked.userFirst': 'Спершу його користувач має ввійти знову.',

  // Як увійшов телефон чи планшет
  'cameIn.user': 'Користувач {user}',
  'cameIn.password': 'Вхід за паролем',
  'cameIn.setupCode': 'Вхід за кодом налаштування',
  'cameIn.letInBy': 'Впущено через «{name}»',
  'cameIn.code': 'Вхід за кодом',
  'cameIn.backup': 'З резервної копії',

  // Кінець того, хто впустив інших
  'letIn.count': {
    one: 'Через нього впущено інших: {count}.',
    few: 'Через нього впущено інших: {count}.',
    many: 'Через нього впущено інших: {count}.',
    other: 'Через нього впущено інших: {count}.'
  },
  'letIn.endOne': 'Лише цей',
  'letIn.endAll': 'Цей і ще {count}',

  // Хто керує домом
  'rights.manages': 'Керує цим домом',
  'rights.managesHint': 'Може змінювати контролери, чужі телефони й планшети та тих, хто керує.',
  'rights.askManager': 'Щоб додати чи перенести контролер, попросіть того, хто керує цим домом.',

  // Пароль ще раз
  'password.title': 'Введіть пароль ще раз',
  'password.why': 'Це захищає дім, якщо хтось знайде ваш телефон розблокованим.',
  'password.of': 'Пароль користувача {user}',
  'password.checking': 'Перевірка…',

  // Що сталося з домом
  'activity.title': 'Останні події',
  'activity.none': 'Ще нічого не сталося',
  'activity.noneHint': 'Тут з’являтимуться входи, коди налаштування й нові адреси.',
  'activity.managersOnly': 'Це бачать лише ті, хто керує домом',
  'activity.seen': 'Зрозуміло',
  'activity.more': 'і ще {count}',
  'activity.times': { one: '{count} раз', few: '{count} рази', many: '{count} разів', other: '{count} разу' },
  'activity.someScreen': 'Телефон чи планшет',
  'activity.screens': {
    one: 'телефонів і планшетів: {count}',
    few: 'телефонів і планшетів: {count}',
    many: 'телефонів і планшетів: {count}',
    other: 'телефонів і планшетів: {count}'
  },
  'activity.yourHome': 'Ваш дім',
  'activity.signedIn': '{name}: вхід за паролем користувача {user}',
  'activity.pairedBy': '{name}: впущено через «{by}»',
  'activity.paired': '{name}: вхід за кодом',
  'activity.locked': 'Контролер завершив усі сеанси користувача {user}',
  'activity.letBackInBy': 'Знову впущено через «{by}»: {name}',
  'activity.letBackIn': 'Знову впущено: {name}',
  'activity.setupCodeUsed': 'Використано код налаштування',
  'activity.setupCodeFailed': 'Спроба з хибним кодом налаштування',
  'activity.movedBy': 'Нову адресу вказано через «{by}»: {home}',
  'activity.moved': '{home}: нова адреса',
  'activity.moveRefused': 'Нову адресу не прийнято: {home}',
  'activity.wrongPins': '{name}: забагато хибних PIN-кодів',

  'error.screen-locked':
    'Контролер більше не приймає цей вхід. Увійдіть знову або попросіть того, хто керує цим домом, впустити вас.'
};
