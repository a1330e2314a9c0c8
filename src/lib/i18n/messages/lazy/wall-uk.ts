import type { MessagesFor } from '../../keys';
import type { wall as english } from './wall-en';

/** The words of wall mode, in Ukrainian. */
export const wall: MessagesFor<keyof typeof english> = {
  // Налаштування цього планшета
  'wall.card': 'Планшет на стіні',
  'wall.mode': 'Режим стіни',
  'wall.modeHint': 'Екран не гасне й показує дім одним поглядом.',
  'wall.noUpdate': 'Оновлення — коли ніхто не користується.',
  'wall.lockHeld': 'Екран не гасне',
  'wall.lockWaiting': 'Екран не гасне, поки Mantel на екрані',
  'wall.lockRefused': 'Браузер не дозволяє тримати екран увімкненим. Спробуємо ще.',
  'wall.lockAbsent': 'Цей браузер не може тримати екран увімкненим. Вимкніть автоблокування планшета.',
  'wall.night': 'Темний уночі',
  'wall.nightFrom': 'Від',
  'wall.nightTo': 'До',
  'wall.guide': 'Підготувати iPad',
  'wall.guideStay': 'Щоб екран не гаснув: Параметри › Екран і яскравість › Автоблокування › Ніколи.',
  'wall.guideApp': 'Додайте Mantel на початковий екран і відкрийте його там.',
  'wall.guideAccess': 'Лише Mantel: Параметри › Доступність › Керований доступ › увімкнути.',
  'wall.guideBegin': 'У Mantel тричі натисніть верхню кнопку, потім «Почати».',
  'wall.rooms': 'Кімнати на планшетах на стіні',
  'wall.noFullScreen': 'Цей браузер не має повного екрана. Додайте Mantel на початковий екран.',

  // Перша сторінка
  'wall.outside': 'надворі',
  'wall.inside': 'удома',
  'wall.notConnected': 'Без зв’язку з {time}',
  'wall.roomLights': 'Вимкнути світло: {room}',
  'wall.allLights': 'Вимкнути все світло',
  'wall.allShutters': 'Закрити всі ролети',
  'wall.off': 'Вимк.',
  'wall.page': 'Сторінка {count}',

  // Заставка та її речення
  'wall.screensaver': 'Заставка',
  'wall.batteries': {
    one: 'розряджено {count} батарею',
    few: 'розряджено {count} батареї',
    many: 'розряджено {count} батарей',
    other: 'розряджено {count} батареї'
  },
  'wall.unreachable': {
    one: '{count} пристрій не відповідає',
    few: '{count} пристрої не відповідають',
    many: '{count} пристроїв не відповідають',
    other: '{count} пристрою не відповідає'
  },
  'wall.openCount': {
    one: 'відчинено {count} двері чи вікно',
    few: 'відчинено {count} дверей і вікон',
    many: 'відчинено {count} дверей і вікон',
    other: 'відчинено {count} дверей і вікон'
  },
  'wall.and': '{names} і {last}',
  'wall.openNames': 'відчинено: {names}',
  'wall.openFor': '{name}: відчинено вже {time}',
  'wall.minutes': {
    one: '{count} хвилину',
    few: '{count} хвилини',
    many: '{count} хвилин',
    other: '{count} хвилини'
  },
  'wall.hours': {
    one: '{count} годину',
    few: '{count} години',
    many: '{count} годин',
    other: '{count} години'
  },
  'wall.days': { one: '{count} день', few: '{count} дні', many: '{count} днів', other: '{count} дня' },
  'wall.lightsInRoom': {
    one: '{room}: увімкнено {count} світильник',
    few: '{room}: увімкнено {count} світильники',
    many: '{room}: увімкнено {count} світильників',
    other: '{room}: увімкнено {count} світильника'
  },
  'wall.lightsInRooms': 'світло ввімкнено: {rooms}',
  'wall.calm': 'усе зачинено, світло вимкнено',
  'wall.calmOpenings': 'усе зачинено',
  'wall.calmLights': 'усе світло вимкнено'
};
