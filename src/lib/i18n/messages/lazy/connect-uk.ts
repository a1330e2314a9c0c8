import type { MessagesFor } from '../../keys';
import type { connect as english } from './connect-en';

/** The words of finding a controller and signing in to it, in Ukrainian. */
export const connect: MessagesFor<keyof typeof english> = {
  // Connect
  'connect.lead': 'Mantel шукає контролери у вашій мережі.',
  'connect.searching': 'Пошук…',
  'connect.searchAgain': 'Шукати знову',
  'connect.found': {
    one: 'Знайдено {count} контролер',
    few: 'Знайдено {count} контролери',
    many: 'Знайдено {count} контролерів',
    other: 'Знайдено {count} контролера'
  },
  'connect.none': 'Жоден контролер не відповів',
  'connect.demo': 'Демонстраційний дім',
  'connect.demoHint': 'Цілий дім, щоб спробувати без обладнання. Користувач і пароль: demo.',
  'connect.address': 'Адреса',
  'connect.addressHint': 'Наприклад, 192.168.1.20',
  'connect.use': 'Далі',
  'connect.mac': 'MAC {mac}',
  'connect.pair': 'Увійти через інший екран',

  // Sign-in
  'signIn.to': 'Вхід: {name}',
  'signIn.user': 'Ім’я користувача',
  'signIn.password': 'Пароль',
  'signIn.showTyped': 'Показати введене',
  'signIn.screen': 'Назва цього екрана',
  'signIn.screenHint': 'Щоб ви впізнали його в переліку екранів.',
  'signIn.remember': 'Не виходити на цьому екрані',
  'signIn.submit': 'Увійти',
  'signIn.signingIn': 'Вхід…',
  'signIn.other': 'Вибрати інший контролер',
  'signIn.passwordNote': 'Пароль передається контролеру й ніде не зберігається.'
};
