import type { WordsFor } from '../keys';
import type { pages as english } from './pages-en';

/** The words of all other pages, in Ukrainian. */
export const pages: WordsFor<keyof typeof english> = {
  // Connect: a search that found nothing
  'connect.noNetwork': 'Скринька не в домашній мережі: перевірте кабель або Wi-Fi.',
  'connect.container':
    'Mantel працює в контейнері. Якщо той має власну мережу, пошук не виходить за її межі: запустіть його з мережею хоста.',
  'connect.wsl':
    'Mantel працює у WSL. Якщо той має власну мережу, пошук не виходить за її межі: задайте networkingMode=mirrored у .wslconfig.',
  'connect.severalNetworks':
    'Скринька в кількох мережах. Контролер має бути в одній із них; гостьова мережа часто відокремлює пристрої.',
  'connect.sweep': 'Запитати кожну адресу',
  'connect.sweepHint':
    'Для мереж, що не пропускають широкомовлення: Mantel три секунди питає кожну адресу вашої мережі окремо.',

  // Кімната
  'room.lights': 'Світло',
  'room.switches': 'Вимикачі',
  'room.climate': 'Клімат',
  'room.sensors': 'Датчики',
  'room.others': 'Інше',
  'room.look': 'Назва й піктограма: {name}',
  'room.allLightsOff': 'Вимкнути все світло',
  'room.openShutters': 'Відкрити всі ролети',
  'room.stopShutters': 'Зупинити всі ролети',
  'room.closeShutters': 'Закрити всі ролети',
  'room.order': 'Порядок пристроїв',
  'room.orderReset': 'Як на контролері',
  'room.empty': 'У цій кімнаті немає пристроїв',
  'room.emptyHint': 'Перенесіть сюди пристрої у власному застосунку контролера.',
  'room.gone': 'Цієї кімнати вже немає',
  'room.goneHint': 'Можливо, її прибрали або перейменували на контролері.',

  // Another controller in the place of the home's own
  'changed.title': 'Це ваш контролер?',
  'changed.text':
    'За адресою {address} тепер відповідає інший контролер, а не «{name}», до якого увійшов цей екран. Йому нічого не надсилається.',
  'changed.yes': 'Так, увійти до нього',
  'changed.no': 'Ні, шукати далі',
  'changed.looking': 'Пошук «{name}»',
  'changed.lookingHint': 'За його адресою стоїть інший контролер. Значення станом на {age}.',
  'error.wrong-credentials':
    'Контролер не знає такого імені користувача й пароля. Перевірте їх і спробуйте ще раз.',
  'error.wrong-setup-code':
    'Цей код налаштування не підходить. Він діє один раз, 15 хвилин: створіть новий на пристрої Mantel.',
  'error.setup-code-needed':
    'У цього дому вже є свої люди. Попросіть того, хто ним керує, або введіть код налаштування з пристрою Mantel.',
  'error.password-needed': 'Контролер за цією адресою не знає цього входу. Введіть його пароль.',
  'error.different-home': 'Схоже, це інший дім. Нічого не змінено. Перевірте адресу.',
  'error.wrong-code': 'Цей код уже не діє. Попросіть новий.',
  'error.too-many-attempts': 'Забагато невдалих спроб. Зачекайте {duration} і спробуйте ще раз.',
  'error.bad-address': 'Це не адреса контролера вдома. Введіть її чотирма числами, наприклад 192.168.1.20.',
  'error.controller-unreachable':
    'Контролер не відповідає. Перевірте його живлення й мережу та спробуйте ще раз.',
  'error.controller-malformed':
    'За цією адресою щось відповідає, але не як контролер. Перевірте адресу або перезапустіть контролер.',
  'error.controller-refused': 'Контролер відмовив: {message}',
  'error.controller-busy': 'Контролер зайнятий. Зачекайте трохи і спробуйте ще раз.',
  'error.outcome-unknown': 'Відповідь загубилася дорогою. Погляньте на пристрій, перш ніж пробувати знову.',
  'error.superseded': 'Її замінила новіша команда.',
  'error.signed-out': 'Контролер завершив сеанс. Увійдіть знову.',
  'error.not-signed-in': 'На цьому екрані не виконано вхід. Спершу увійдіть.',
  'error.forbidden': 'Цьому екрану таке не дозволено. Спершу увійдіть до цього контролера.',
  'error.limited-screen': 'Прав цього екрана для такого замало.',
  'error.lock-refused': 'Звідси замками не керують.',
  'error.insecure-origin': 'З’єднання не захищене. Установіть сертифікат і відкрийте адресу https.',
  'error.not-found': 'Цього вже немає. Поверніться й погляньте ще раз.',
  'error.too-large': 'Це завелике для одного повідомлення. Надішліть менше.',
  'error.bad-request': 'Проксі цього не зрозумів. Оновіть сторінку і спробуйте ще раз.',
  'error.internal':
    'У проксі Mantel щось пішло не так. Спробуйте ще раз; якщо не допоможе, перезапустіть його.',
  'error.foreign-origin': 'Ця сторінка не належить Mantel. Відкрийте Mantel за його власною адресою.',
  'error.foreign-host':
    'Mantel не знає цієї адреси як своєї. Відкрийте одну з тих, що він показав під час запуску.',
  'error.method-not-allowed': 'Проксі такого не виконує. Оновіть сторінку і спробуйте ще раз.',
  'error.unsupported-media-type': 'Проксі цього не зрозумів. Оновіть сторінку і спробуйте ще раз.',
  'error.headers-too-large':
    'Браузер надіслав забагато. Очистіть файли cookie цього сайту і спробуйте ще раз.',
  'error.too-many-commands': 'Забагато команд водночас. Зачекайте трохи і спробуйте ще раз.',
  'error.unconfirmed': 'Пристрій не повідомив про зміну. Можливо, він повільний або поза досяжністю.',
  'error.dead': 'Радіосигнал не досягає пристрою. Перевірте живлення або батарею.',

  // Кілька пристроїв разом
  'round.lightsBack': 'Повернути світло, як було',
  'round.lightsOffAsk': 'Вимкнути світло в усьому домі?',
  'round.lightsOffCount': {
    one: 'Вимкнеться {count} світильник.',
    few: 'Вимкнуться {count} світильники.',
    many: 'Вимкнуться {count} світильників.',
    other: 'Вимкнуться {count} світильника.'
  },
  'round.openInRoom': 'Відкрити всі ролети в цій кімнаті?',
  'round.closeInRoom': 'Закрити всі ролети в цій кімнаті?',
  'round.openInHome': 'Відкрити всі ролети в домі?',
  'round.closeInHome': 'Закрити всі ролети в домі?',
  'round.shuttersCount': {
    one: 'Рухатиметься {count} ролета.',
    few: 'Рухатимуться {count} ролети.',
    many: 'Рухатимуться {count} ролет.',
    other: 'Рухатимуться {count} ролети.'
  },
  'round.sending': 'Надсилається… {done} з {total}',
  'round.confirmed': 'Підтверджено {done} з {total}',
  'round.accepted': 'Прийнято {done} з {total}',
  'round.underWay': 'ще в дорозі: {count}',
  'round.dropped': 'Не надіслано: до нього не дійшла черга.',

  // Що зараз привертає увагу
  'now.alarms': 'Тривоги',
  'now.openings': 'Відчинені двері та вікна',
  'now.lights': 'Увімкнене світло',
  'now.switches': 'Увімкнені вимикачі',
  'now.shutters': 'Ролети',
  'now.unreachable': 'Недоступні пристрої',
  'now.wholeHome': 'Увесь дім',
  'now.none': 'Зараз нічого такого немає',

  // Пошук
  'search.field': 'Кімнати та пристрої',
  'search.none': 'Немає нічого з назвою «{query}»',
  'search.noneHint': 'Спробуйте коротше слово або назву кімнати.',
  'search.results': {
    one: '{count} результат',
    few: '{count} результати',
    many: '{count} результатів',
    other: '{count} результату'
  },
  'search.clear': 'Очистити пошук',

  // Сам застосунок на цьому екрані
  'app.updateReady': 'Є нова версія',
  'app.updateNow': 'Оновити'
};
