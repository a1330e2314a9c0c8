import type { Messages } from '../keys';

/** The words, in Ukrainian. The same keys and the same parameters as in English; a test compares them. */
export const first: Messages = {
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
  'link.controllerUnreachable': 'Контролер не відповідає',
  'link.signedOut': 'Сеанс завершено',

  // Стан значення
  'value.asOf': 'станом на {time}',

  // Пошук контролера
  'connect.title': 'Знайдіть свій дім',
  'connect.what': 'Пульт для вашого дому.',

  // Дім
  'home.title': 'Дім',
  'home.favourites': 'Вибране',
  'home.shortcuts': 'Сцени й вибране',
  'home.noShortcuts': 'Збережіть кімнату як сцену або торкніться зірочки в картці пристрою.',
  'home.all': 'Усі {count}',
  'home.fewer': 'Менше',
  'scene.new': 'Нова сцена',
  'home.sections': 'Поверхи й зони',
  'home.noSection': 'Інші кімнати',
  'home.noRoom': 'Без кімнати',
  'home.noLights': 'Світло вимкнено',
  'home.lightsOn': {
    one: '{count} світильник увімкнено',
    few: '{count} світильники увімкнено',
    many: '{count} світильників увімкнено'
  },
  'home.switchesOn': {
    one: '{count} вимикач увімкнено',
    few: '{count} вимикачі увімкнено',
    many: '{count} вимикачів увімкнено'
  },
  'home.doorsOpen': 'Відчинено: {count}',
  'home.allClosed': 'Усе зачинено',
  'home.wereClosed': 'Було зачинено',
  'home.unknown': 'невідомо: {count}',
  'home.unknownDoors': 'Невідомий стан {unknown} з {count} дверей',
  'home.unknownLights': {
    one: 'Невідомий стан {unknown} з {count} світильника',
    few: 'Невідомий стан {unknown} з {count} світильників',
    many: 'Невідомий стан {unknown} з {count} світильників'
  },
  'home.unknownShutters': {
    one: 'Невідомий стан {unknown} з {count} ролети',
    few: 'Невідомий стан {unknown} з {count} ролет',
    many: 'Невідомий стан {unknown} з {count} ролет'
  },
  'home.inYourRoom': 'У вашій кімнаті: {what}',
  'home.inYourRooms': 'У ваших кімнатах: {what}',
  'home.leftOpen': 'Відчинено {duration}',
  'home.openNamed': '{name}: відчинено',
  'home.alarmNamed': 'Тривога: {name}',
  'home.tripped': {
    one: 'Спрацював {count} датчик',
    few: 'Спрацювали {count} датчики',
    many: 'Спрацювали {count} датчиків'
  },
  'home.trippedNamed': '{name}: спрацював',
  'home.shuttersClosed': 'Ролети зачинені',
  'home.shuttersOpen': {
    one: '{count} ролета відкрита',
    few: '{count} ролети відкриті',
    many: '{count} ролет відкрито'
  },
  'home.then': '{what} о {time}',
  'home.alarms': { one: '{count} тривога', few: '{count} тривоги', many: '{count} тривог' },
  'home.batteriesLow': {
    one: 'Розряджено {count} батарею',
    few: 'Розряджено {count} батареї',
    many: 'Розряджено {count} батарей'
  },
  'home.devicesFine': 'Пристрої в нормі',
  'home.silent': { one: '{count} мовчить добу', few: '{count} мовчать добу', many: '{count} мовчать добу' },
  'home.attention': {
    one: '{count} потребує уваги',
    few: '{count} потребують уваги',
    many: '{count} потребують уваги'
  },
  'home.leaving': 'Ідемо з дому',
  'homes.title': 'Домівки',
  'home.unreachable': {
    one: '{count} не відповідає',
    few: '{count} не відповідають',
    many: '{count} не відповідають'
  },

  // Кімната
  'room.temperature': 'Температура',
  'room.humidity': 'Вологість',
  'room.luminosity': 'Освітленість',
  'lights.inRoom': 'Світло: {room}',

  // Пошук
  'search.rooms': 'Кімнати',

  // Помилки: що сталося і що робити
  'error.offline': 'Немає зв’язку, тому нічого не надіслано.',
  'error.unknown': 'Щось пішло не так. Спробуйте ще раз.'
};
