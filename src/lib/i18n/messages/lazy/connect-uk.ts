import type { MessagesFor } from '../../keys';
import type { connect as english } from './connect-en';

/** The words of finding a controller and signing in to it, in Ukrainian. */
export const connect: MessagesFor<keyof typeof english> = {
  // Connect
  'connect.searching': 'Пошук…',
  'connect.searchAgain': 'Шукати знову',
  'connect.found': {
    one: 'Знайдено {count} контролер',
    few: 'Знайдено {count} контролери',
    many: 'Знайдено {count} контролерів',
    other: 'Знайдено {count} контролера'
  },
  'connect.none': 'Контролер не знайдено',
  'connect.why': 'Чому його не знайдено?',
  'connect.more': 'Також знайдено',
  'connect.demoHint': 'Спробуйте Mantel на прикладі дому. Обладнання не потрібне.',
  'connect.address': 'Адреса контролера',
  'connect.addressHint': 'Наприклад, 192.168.1.20',
  'connect.use': 'Далі',
  'connect.mac': 'MAC {mac}',
  'connect.number': 'Номер {number}',
  'connect.pair': 'Увійти за кодом',

  // Sign-in
  'signIn.to': 'Вхід: {name}',
  'signIn.user': 'Ім’я користувача',
  'signIn.password': 'Пароль',
  'signIn.showTyped': 'Показати пароль',
  'signIn.screen': 'Назва цього телефона чи планшета',
  'signIn.screenHint': 'Наприклад, «Телефон Анни». Так він зватиметься в налаштуваннях.',
  'signIn.remember': 'Залишатися в системі',
  'signIn.submit': 'Увійти',
  'signIn.signingIn': 'Вхід…',
  'signIn.other': 'Вибрати інший контролер',
  'signIn.passwordNote': 'Mantel не зберігає ваш пароль.'
};
