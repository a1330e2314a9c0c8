import type { MessagesFor } from '../../keys';
import type { pin as english } from './pin-en';

/** The words of a tablet's PIN, in Ukrainian. */
export const pin: MessagesFor<keyof typeof english> = {
  'pin.title': 'Введіть PIN-код',
  'pin.field': 'PIN-код',
  'pin.pad': 'Цифрові кнопки',
  'pin.erase': 'Стерти останню цифру',
  'pin.length': 'Від {min} до {max} цифр',
  'pin.unlock': 'Розблокувати',
  'pin.forgotten': 'Забули? Той, хто керує цим домом, може прибрати PIN-код зі свого телефона.',
  'pin.needsServer': 'Для цього потрібен сервер Mantel.',
  'pin.needsServerHint': 'PIN-код перевіряє сервер. Спробуйте, коли з’явиться зв’язок.',
  'pin.heading': 'PIN-код цього планшета',
  'pin.why': 'Налаштування, редагування й вихід вимагатимуть PIN-код. Світло й ролети — ні.',
  'pin.isSet': 'Налаштування, редагування й вихід вимагають PIN-код. Він відкриває їх на 5 хвилин.',
  'pin.limits':
    'PIN-код не завадить закрити Mantel чи відкрити меню браузера. Для цього є «Керований доступ» (iPad) або закріплення програми (Android).',
  'pin.set': 'Задати PIN-код',
  'pin.change': 'Змінити PIN-код',
  'pin.remove': 'Прибрати PIN-код',
  'pin.lockNow': 'Заблокувати зараз',
  'pin.new': 'Новий PIN-код',
  'pin.next': 'Далі',
  'pin.again': 'Повторіть новий PIN-код',
  'pin.different': 'PIN-коди різні. Спробуйте ще раз.',
  'pin.mark': 'Має PIN-код',
  'pin.reset': 'Прибрати PIN-код: {name}',
  'pin.resetDone': 'PIN-код прибрано: «{name}»'
};
