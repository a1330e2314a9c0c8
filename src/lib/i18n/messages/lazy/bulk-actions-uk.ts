import type { MessagesFor } from '../../keys';
import type { bulkActions as english } from './bulk-actions-en';

/** The words of actions on several devices, in Ukrainian. */
export const bulkActions: MessagesFor<keyof typeof english> = {
  // Кілька пристроїв разом
  'place.lightsOff': '{place}: вимкнути світло',
  'place.shutters': '{place}: ролети',
  'place.openShutters': '{place}: відкрити ролети',
  'place.stopShutters': '{place}: зупинити ролети',
  'place.closeShutters': '{place}: закрити ролети',
  'place.lightsBack': '{place}: увімкнути світло знову',
  'bulkAction.someDevices': 'Кілька пристроїв',
  'bulkAction.lightsAreOff': {
    one: '{place}: вимкнено {count} світильник',
    few: '{place}: вимкнено {count} світильники',
    many: '{place}: вимкнено {count} світильників',
    other: '{place}: вимкнено {count} світильника'
  },
  'bulkAction.lightsAreOn': {
    one: '{place}: увімкнено {count} світильник',
    few: '{place}: увімкнено {count} світильники',
    many: '{place}: увімкнено {count} світильників',
    other: '{place}: увімкнено {count} світильника'
  },
  'bulkAction.shuttersAreOpen': {
    one: '{place}: відкрито {count} ролету',
    few: '{place}: відкрито {count} ролети',
    many: '{place}: відкрито {count} ролет',
    other: '{place}: відкрито {count} ролети'
  },
  'bulkAction.shuttersAreClosed': {
    one: '{place}: закрито {count} ролету',
    few: '{place}: закрито {count} ролети',
    many: '{place}: закрито {count} ролет',
    other: '{place}: закрито {count} ролети'
  },
  'bulkAction.turnBackOn': {
    one: 'Знову ввімкнути {count} світильник',
    few: 'Знову ввімкнути {count} світильники',
    many: 'Знову ввімкнути {count} світильників',
    other: 'Знову ввімкнути {count} світильника'
  },
  'bulkAction.several': {
    one: '{count} команда',
    few: '{count} команди',
    many: '{count} команд',
    other: '{count} команди'
  },
  'bulkAction.lightsOffAsk': 'Вимкнути все світло?',
  'bulkAction.lightsOffCount': {
    one: 'Увімкнено {count} світильник.',
    few: 'Увімкнено {count} світильники.',
    many: 'Увімкнено {count} світильників.',
    other: 'Увімкнено {count} світильника.'
  },
  'bulkAction.turnOff': 'Вимкнути',
  'bulkAction.openInRoom': 'Відкрити всі ролети в цій кімнаті?',
  'bulkAction.closeInRoom': 'Закрити всі ролети в цій кімнаті?',
  'bulkAction.openOnFloor': '{floor}: відкрити всі ролети?',
  'bulkAction.closeOnFloor': '{floor}: закрити всі ролети?',
  'bulkAction.openInHome': 'Відкрити всі ролети?',
  'bulkAction.closeInHome': 'Закрити всі ролети?',
  'bulkAction.shuttersCount': {
    one: 'Рухатиметься {count} ролета.',
    few: 'Рухатимуться {count} ролети.',
    many: 'Рухатимуться {count} ролет.',
    other: 'Рухатимуться {count} ролети.'
  },
  'bulkAction.sending': 'Надсилання… {done} з {total}',
  'bulkAction.confirmed': 'Готово {done} з {total}',
  'bulkAction.partly': 'Готово {done} з {total}.',
  'bulkAction.partlyOff': 'Вимкнено {done} з {total}.',
  'bulkAction.partlyOn': 'Увімкнено {done} з {total}.',
  'bulkAction.partlyOpen': 'Відкрито {done} з {total}.',
  'bulkAction.partlyClosed': 'Закрито {done} з {total}.',
  'bulkAction.silent': {
    one: 'Не відповів {count}.',
    few: 'Не відповіли {count}.',
    many: 'Не відповіли {count}.',
    other: 'Не відповіли {count}.'
  },
  'bulkAction.failed': {
    one: 'Не вдалося {count}.',
    few: 'Не вдалося {count}.',
    many: 'Не вдалося {count}.',
    other: 'Не вдалося {count}.'
  },
  'bulkAction.notSent': {
    one: 'Не надіслано {count}.',
    few: 'Не надіслано {count}.',
    many: 'Не надіслано {count}.',
    other: 'Не надіслано {count}.'
  },
  'bulkAction.replaced': {
    one: '{count} замінено новішою командою.',
    few: '{count} замінено новішими командами.',
    many: '{count} замінено новішими командами.',
    other: '{count} замінено новішими командами.'
  },
  'bulkAction.retryAll': 'Повторити все',
  'bulkAction.which': 'Які саме',
  'bulkAction.accepted': 'Надіслано {done} з {total}'
};
