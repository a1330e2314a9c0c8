import type { MessagesFor } from '../../keys';
import type { devices as english } from './devices-en';

/** The words of devices, their controls and their sheets, in Ukrainian. */
export const devices: MessagesFor<keyof typeof english> = {
  // Керування
  'control.details': 'Докладно про {name}',
  'control.open': 'Відкрити',
  'control.stop': 'Стоп',
  'control.close': 'Закрити',
  'control.on': 'Увімкнути',
  'control.off': 'Вимкнути',
  'control.pulse': 'Імпульс',
  'control.acknowledge': 'Прийняти до відома',
  'control.arm': 'Поставити на охорону',
  'control.disarm': 'Зняти з охорони',
  'control.less': 'Зменшити: {name}',
  'control.more': 'Збільшити: {name}',
  'control.targetTemperature': '{name}: цільова температура',
  'control.mode': '{name}: режим',
  'control.fan': 'Вентилятор',
  'control.fanMode': '{name}: режим вентилятора',
  'control.setpoint': 'Ціль для режиму «{mode}»',
  'control.colour': 'Колір: {name}',
  'control.degrees': '{value}°',

  // Складові кольору
  'colour.hue': 'Відтінок',
  'colour.saturation': 'Насиченість',
  'colour.Red': 'Червоний',
  'colour.Green': 'Зелений',
  'colour.Blue': 'Синій',
  'colour.WarmWhite': 'Теплий білий',
  'colour.ColdWhite': 'Холодний білий',
  'colour.Amber': 'Бурштиновий',
  'colour.Cyan': 'Блакитний',
  'colour.Purple': 'Пурпуровий',
  'colour.Indexed': 'Індексований',

  // Картка пристрою
  'sheet.controls': 'Керування',
  'sheet.reading': '{what}: {value}',
  'sheet.mode': 'Режим',
  'sheet.roomTemperature': 'Температура кімнати, за даними «{name}»',
  'sheet.unavailable': 'Контролер цього не пропонує.',
  'sheet.offersNothing': 'Контролер не пропонує жодної команди для цього пристрою.',
  'sheet.dismiss': 'Прибрати',
  'sheet.note': 'Нотатка',
  'sheet.noteImage': 'До нотатки додано зображення. Його видно у власному застосунку контролера.',
  'sheet.facts': 'Відомості',
  'sheet.room': 'Кімната',
  'sheet.toldName': 'Назва на контролері',
  'sheet.type': 'Тип',
  'sheet.role': 'Роль',
  'sheet.interfaces': 'Інтерфейси',
  'sheet.node': 'Вузол',
  'sheet.battery': 'Батарея',
  'sheet.endpoint': 'Кінцева точка',
  'sheet.parent': 'Частина пристрою',
  'sheet.firmware': 'Прошивка',
  'sheet.lastSeen': 'Востаннє на зв’язку',
  'sheet.associations': 'Групи асоціацій',
  'sheet.id': 'Номер',
  'sheet.raw': 'Необроблені параметри',
  'sheet.showRaw': 'Показати необроблені параметри',
  'sheet.copy': 'Скопіювати відомості',
  'sheet.copied': 'Скопійовано',
  'sheet.copyHint': 'Для звернення по допомогу. Нотатки й усе, що назване як таємне, туди не потрапляють.',
  'sheet.copyByHand': 'Цей браузер не дає сторінкам копіювати. Виділіть цей текст і скопіюйте його.',
  'sheet.favourite': 'Вибране',
  'sheet.hide': 'Приховати в цьому домі',
  'sheet.gone': 'Цього пристрою вже немає',
  'sheet.goneHint': 'Можливо, його прибрали з контролера.',
  'sheet.dead': 'Радіосигнал не досягає пристрою',
  'sheet.deadHint': 'Перевірте живлення або батарею. Востаннє на зв’язку {age}.',
  'sheet.readOnly': 'Mantel показує стан цього пристрою, але не керує ним.',

  // Замок: показуємо, що він повідомляє, і нічого за нього не вирішуємо
  'device.reportsOn': 'Стан: увімк.',
  'device.reportsOff': 'Стан: вимк.',
  'lock.meaning': 'Коли стан «увімк.», двері:',
  'lock.unknown': 'Не знаю',
  'lock.hint': 'Замкніть двері рукою й подивіться, який буде стан.',

  // Що зробила б команда, якби вдалася
  'command.colour': 'Колір',
  'command.fan': 'Вентилятор: {mode}',

  // Минуле пристрою
  'history.title': 'Історія',
  'history.empty': 'Ще нічого не записано.',
  'history.absent': 'Цей контролер не веде історії.',
  'history.refused': 'Контролер не дав історії: {message}',
  'history.away': 'Історія з’явиться, коли відновиться зв’язок.',
  'history.failed': 'Історія не надійшла.',
  'history.range': 'Від {least} до {most}, починаючи з {time}',
  'history.steady': '{value}, починаючи з {time}',
  'history.table': 'Показати таблицею',
  'history.time': 'Час',
  'history.value': 'Значення',
  'history.all': {
    one: 'Показати всі {count} запис',
    few: 'Показати всі {count} записи',
    many: 'Показати всі {count} записів',
    other: 'Показати всі {count} запису'
  },

  // Білий колір лампи, від теплого до холодного
  'colour.temperature': 'Колірна температура',
  'colour.cold': 'холодного {percent}',

  // Власні назви й піктограми дому
  'layout.appearance': 'Назва й піктограма',
  'layout.name': 'Назва',
  'layout.asTold': 'Контролер називає так: {name}',
  'layout.tooLong': 'Назва має щонайбільше {most} символів.',
  'layout.icon': 'Піктограма',
  'layout.picture': 'Зображення',
  'layout.pictureTold': 'Як на контролері',
  'layout.reset': 'Скинути',

  // What becomes of a command
  'app.retry': 'Повторити',
  'value.sending': 'Надсилання…',
  'value.moving': 'Рухається…',
  'value.waiting': 'Чекає на пристрій',
  'value.unconfirmed': 'Не підтверджено',
  'value.failed': 'Не вдалося',
  'device.opening': 'Відчиняється',
  'device.closing': 'Зачиняється',
  'device.lastTrip': 'Востаннє спрацював {age}'
};
