import type { Messages } from '../keys';

/** The words, in Ukrainian. The same keys and the same parameters as in English; a test compares them. */
export const uk: Messages = {
  // Усюди
  'app.name': 'Mantel',
  'app.back': 'Назад',
  'app.loading': 'Завантаження…',
  'app.search': 'Пошук',
  'app.settings': 'Налаштування',

  // Зв’язок із домом
  'link.live': 'На зв’язку',
  'link.reconnecting': 'З’єднання…',
  'link.offline': 'Без зв’язку',
  'link.controllerUnreachable': 'Контролер недоступний',
  'link.signedOut': 'Вихід виконано',

  // Стан значення
  'value.unavailable': 'Недоступний',
  'value.unknown': 'Невідомо',
  'value.asOf': 'оновлено {age}',
  'value.none': 'Ще немає значення',

  // Час
  'age.now': 'щойно',
  'age.ago': '{duration} тому',
  'age.never': 'ніколи',

  // Що показують пристрої
  'device.on': 'Увімкнено',
  'device.off': 'Вимкнено',
  'device.open': 'Відчинено',
  'device.closed': 'Зачинено',
  'device.openPercent': 'Відкрито на {percent}',
  'device.idle': 'Очікує',
  'device.heating': 'Нагріває',
  'device.cooling': 'Охолоджує',
  'device.armed': 'Під охороною',
  'device.motion': 'Рух',
  'device.noMotion': 'Немає руху',
  'device.smoke': 'Дим!',
  'device.noSmoke': 'Диму немає',
  'device.leak': 'Протікання!',
  'device.noLeak': 'Сухо',
  'device.tripped': 'Спрацював',
  'device.notTripped': 'Спокійно',
  'device.locked': 'Замкнено',
  'device.unlocked': 'Відімкнено',
  'device.gateway': 'Шлюз',
  'device.nothingKnown': 'Невідомий цій версії Mantel',

  // Режими термостата
  'mode.Off': 'Вимкнено',
  'mode.Heat': 'Обігрів',
  'mode.Cool': 'Охолодження',
  'mode.Auto': 'Авто',

  // Пошук контролера
  'connect.title': 'Знайдіть свій дім',

  // Дім
  'home.title': 'Дім',
  'home.favourites': 'Вибране',
  'home.sections': 'Розділи',
  'home.noSection': 'Інші кімнати',
  'home.noRoom': 'Без кімнати',
  'home.empty': 'Кімнат ще немає',
  'home.emptyHint': 'Створіть кімнати у власному застосунку контролера, і вони з’являться тут самі.',
  'home.lightsOn': {
    one: '{count} світильник увімкнено',
    few: '{count} світильники увімкнено',
    many: '{count} світильників увімкнено',
    other: '{count} світильника увімкнено'
  },
  'home.switchesOn': {
    one: '{count} вимикач увімкнено',
    few: '{count} вимикачі увімкнено',
    many: '{count} вимикачів увімкнено',
    other: '{count} вимикача увімкнено'
  },
  'home.doorsOpen': {
    one: 'Відчинено: {count} двері чи вікно',
    few: 'Відчинено: {count} дверей і вікон',
    many: 'Відчинено: {count} дверей і вікон',
    other: 'Відчинено: {count} дверей і вікон'
  },
  'home.openNamed': '{name}: відчинено',
  'home.alarmNamed': '{name}: {state}',
  'home.shuttersOpen': {
    one: '{count} ролета відкрита',
    few: '{count} ролети відкриті',
    many: '{count} ролет відкрито',
    other: '{count} ролети відкрито'
  },
  'home.alarms': {
    one: '{count} тривога',
    few: '{count} тривоги',
    many: '{count} тривог',
    other: '{count} тривоги'
  },
  'home.unreachable': {
    one: '{count} пристрій недоступний',
    few: '{count} пристрої недоступні',
    many: '{count} пристроїв недоступні',
    other: '{count} пристрою недоступні'
  },

  // Кімната
  'room.temperature': 'Температура',
  'room.humidity': 'Вологість',
  'room.luminosity': 'Освітленість',
  'room.shutters': 'Ролети',

  // Пошук
  'search.rooms': 'Кімнати',

  // Помилки: що сталося і що робити
  'error.offline': 'Немає зв’язку з проксі Mantel. Нічого не надіслано. Спробуйте, коли зв’язок відновиться.',
  'error.unknown': 'Сталося щось неочікуване. Спробуйте ще раз.'
};
