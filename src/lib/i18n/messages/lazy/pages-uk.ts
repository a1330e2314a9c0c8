import type { MessagesFor } from '../../keys';
import type { pages as english } from './pages-en';

/** The words of all other pages, in Ukrainian. */
export const pages: MessagesFor<keyof typeof english> = {
  // Тривоги та перехід до вмісту, на кожній сторінці
  'app.skip': 'Перейти до вмісту',
  'alarm.list': 'Тривоги',
  'alarm.title': 'Тривога: {what}',
  'alarm.state': '{name}: {state}',
  'alarm.since': 'з {time}',
  'alarm.more': 'і ще {count}',

  // Дім: до запуску застосунку та без кімнат
  'home.asOf': 'Оновлено {time}',
  'home.empty': 'Кімнат ще немає',
  'home.emptyHint': 'Додайте кімнати в застосунку контролера, і вони з’являться тут.',

  // Підключення: пошук без результату
  'connect.noNetwork': 'Сервер Mantel не під’єднано до мережі. Перевірте його кабель або Wi-Fi.',
  'connect.container':
    'Mantel працює в контейнері й може не бачити вашої мережі. Запустіть його з мережею хоста.',
  'connect.wsl':
    'Mantel працює у WSL і може не бачити вашої мережі. Задайте networkingMode=mirrored у .wslconfig.',
  'connect.severalNetworks': 'Сервер Mantel у кількох мережах. Гостьовий Wi-Fi часто блокує пристрої.',
  'connect.noneHint': 'Чи він увімкнений і в тій самій мережі? Шукайте знову або введіть його адресу.',
  'connect.sweep': 'Перевірити кожну адресу',
  'connect.sweepHint': 'Повільніше, але працює в мережах, що блокують пошук. Триває 3 секунди.',

  // Адреса сторінки налаштування, коли з’єднання вже захищене
  'trusted.title': 'Цей пристрій уже довіряє Mantel',
  'trusted.text': 'Тут більше нічого налаштовувати.',
  'trusted.open': 'Відкрити Mantel',
  'trusted.nextPhone': 'Щоб налаштувати інший телефон, відкрийте на ньому цю сторінку:',

  // Connect: дім, у якого вже є свої люди
  'closed.lead': 'Цей дім уже налаштовано. Ось як повернутися до нього.',
  'closed.limited': 'З цього телефона не можна додати контролер. Попросіть того, хто керує цим домом.',
  'closed.password': 'З паролем',
  'closed.passwordHint': 'Виберіть свій контролер і ввійдіть.',
  'closed.noneKnown': 'Mantel більше не знає вашого контролера. Скористайтеся кодом налаштування.',
  'closed.unnamed': 'Ваш контролер',
  'closed.phone': 'З іншого телефона чи планшета',
  'closed.phoneHint': 'Вас може впустити будь-який телефон із повним доступом.',
  'closed.pair': 'Впустити цей телефон з іншого',
  'closed.code': 'Нічого не допомагає? Код налаштування',
  'closed.codeLead':
    'З кодом налаштування можна додати або перенести контролер. Створіть його на сервері Mantel, у його теці:',
  'closed.codeOwner':
    'Запускайте від імені власника теки даних Mantel. Якщо Mantel запущено з --data-dir, додайте й це.',
  'closed.codeNoShell': 'Немає командного рядка? Запустіть Mantel одним із цих способів, і він покаже код.',
  'closed.codeField': 'Код налаштування',
  'closed.codeHint': '12 літер і цифр. Діє один раз, 15 хвилин.',
  'closed.codeUse': 'Використати код',
  'closed.copy': 'Копіювати {text}',
  'closed.startOver': 'Крайній випадок: з порожньою текою даних Mantel почне з нуля.',
  'closed.accepted': 'Код налаштування прийнято',
  'closed.acceptedHint': 'Додайте контролер або вкажіть, де він тепер. Код діє один раз.',
  'closed.known': 'Уже налаштовано',
  'closed.inDemo': 'Ви в демонстраційному домі. Свій контролер до нього не додати.',
  'closed.leaveDemo': 'Вийти з демо й підключити свій контролер',
  'signIn.moved': 'У нього нова адреса',
  'signIn.movedHint': 'Лише якщо контролер переїхав. Mantel перевірить, що дім той самий.',
  'signIn.newHome': 'Увійти як до нового дому',
  'signIn.newHomeHint': 'Це новий контролер? Поверніться й введіть код налаштування.',

  // Кімната
  'room.lights': 'Світло',
  'room.switches': 'Вимикачі',
  'room.climate': 'Клімат',
  'room.sensors': 'Датчики',
  'room.others': 'Інше',
  'room.appearance': 'Редагувати: {name}',
  'room.allLightsOff': 'Вимкнути все світло',
  'room.openShutters': 'Відкрити всі ролети',
  'room.stopShutters': 'Зупинити всі ролети',
  'room.readings': 'Показники',
  'room.closeShutters': 'Закрити всі ролети',
  'place.lightsOff': '{place}: вимкнути світло',
  'place.shutters': '{place}: ролети',
  'place.openShutters': '{place}: відкрити ролети',
  'place.stopShutters': '{place}: зупинити ролети',
  'place.closeShutters': '{place}: закрити ролети',
  'room.order': 'Змінити порядок пристроїв',
  'room.orderReset': 'Повернути порядок контролера',
  'room.neighbours': 'Інші кімнати',
  'room.previous': 'Попередня кімната:',
  'room.next': 'Наступна кімната:',
  'room.empty': 'У цій кімнаті немає пристроїв',
  'room.emptyHint': 'Додайте сюди пристрої в застосунку контролера.',
  'room.gone': 'Кімнату не знайдено',
  'room.goneHint': 'Можливо, її видалено.',

  // Зв’язок утрачено: що це означає і що робити
  'link.offlineHint': 'Дім показано станом на {time}. Керування запрацює, щойно з’явиться зв’язок.',
  'link.noAnswer': 'Востаннє оновлено: {time}',
  'link.unreachableHint': 'Перевірте живлення та кабель контролера.',
  'link.signedOutHint': 'Ваш сеанс завершено. Увійдіть знову, щоб керувати домом.',
  'ended.someone': 'Хтось у вашому домі завершив сеанс на цьому пристрої. Попросіть новий код або увійдіть.',
  'ended.expired': 'Термін доступу цього пристрою минув. Попросіть новий код або увійдіть.',
  'ended.controllerRemoved': 'Цей дім більше не налаштовано на цьому сервері Mantel. Увійдіть знову.',
  'ended.madeRoom': 'Пристроїв було забагато, тому сеанс тут завершено. Увійдіть знову.',
  'link.signInAgain': 'Увійти знову',
  'link.noStorage': 'Цей браузер не може зберігати дані, тож без зв’язку Mantel тут не працюватиме.',

  // Інший пристрій на місці контролера
  'changed.title': 'За адресою контролера інший пристрій',
  'changed.text': 'Йому нічого не надсилається. Востаннє оновлено: {time}.',
  'changed.moved': 'Якщо контролер переїхав:',
  'changed.settings': 'Налаштування › У мого контролера нова адреса',

  // Контролер за новою адресою
  'moved.title': 'У мого контролера нова адреса',
  'moved.lead': 'Спершу Mantel перевірить, що дім той самий.',
  'moved.address': 'Нова адреса',
  'moved.use': 'Використати цю адресу',
  'moved.checking': 'Перевірка…',
  'moved.passwordOf': 'Пароль контролера для «{user}»',
  'moved.done': 'Ваш контролер тепер за адресою {address}.',
  'moved.question': 'Це ваш контролер?',
  'moved.candidate': '{name} за адресою {address}',
  'moved.yes': 'Так, це він',
  'moved.askManager': 'Попросіть того, хто керує цим домом.',

  'error.pageTitle': 'Такої сторінки немає',
  'error.pageHint': 'Можливо, посилання застаріло.',
  'error.goHome': 'На головну',
  'error.wrong-credentials': 'Хибне ім’я користувача або пароль.',
  'error.wrong-setup-code': 'Цей код налаштування хибний або вже не діє. Створіть новий на сервері Mantel.',
  'error.setup-code-needed':
    'Цей дім уже налаштовано. Попросіть того, хто ним керує, або введіть код налаштування.',
  'error.password-needed': 'Введіть пароль контролера за цією адресою.',
  'error.different-home': 'Схоже, це інший дім. Нічого не змінено. Перевірте адресу.',
  'error.household-full':
    'Немає місця для ще одного користувача чи контролера. Завершіть сеанси непотрібних телефонів.',
  'error.too-many-screens': 'Уже підключено 200 телефонів і планшетів. Спершу завершіть один із сеансів.',
  'error.wrong-code': 'Цей код хибний або вже не діє. Попросіть новий.',
  'error.wrong-pin': 'Хибний PIN-код. Спробуйте ще раз.',
  'error.pin-needed': 'Спершу введіть PIN-код цього планшета.',
  'error.too-many-attempts': 'Забагато спроб. Зачекайте {duration}.',
  'error.bad-address': 'Введіть локальну адресу, наприклад 192.168.1.20.',
  'error.controller-unreachable': 'Контролер не відповідає. Перевірте його живлення й мережу.',
  'error.controller-malformed': 'За цією адресою щось є, але це не контролер.',
  'error.controller-refused': 'Не вдалося: {message}',
  'error.controller-busy': 'Контролер зайнятий. Зачекайте трохи й спробуйте ще раз.',
  'error.outcome-unknown': 'Невідомо, чи спрацювало. Спершу погляньте на пристрій.',
  'error.superseded': 'Замінено новішою командою.',
  'error.signed-out': 'Ваш сеанс завершено. Увійдіть знову.',
  'error.not-signed-in': 'Ваш сеанс завершено. Увійдіть або попросіть код у когось удома.',
  'error.forbidden': 'У вас немає доступу. Спершу ввійдіть.',
  'error.limited-screen': 'Тут вам цього не дозволено.',
  'error.lock-refused': 'Mantel не керує замками.',
  'error.insecure-origin': 'З’єднання не захищене. Виконайте кроки налаштування й відкрийте адресу https.',
  'error.not-found': 'Не знайдено. Можливо, це вже видалено.',
  'error.too-large': 'Файл завеликий.',
  'error.bad-request': 'Щось не спрацювало. Оновіть сторінку й спробуйте ще раз.',
  'error.internal': 'Щось пішло не так. Спробуйте ще раз або перезапустіть сервер Mantel.',
  'error.not-kept':
    'Зроблено, але не збережено: перезапуск може це скасувати. Перевірте диск сервера Mantel.',
  'error.foreign-origin': 'Відкрийте Mantel за його власною адресою.',
  'error.foreign-host': 'Відкрийте Mantel за його власною адресою.',
  'error.method-not-allowed': 'Щось не спрацювало. Оновіть сторінку й спробуйте ще раз.',
  'error.unsupported-media-type': 'Щось не спрацювало. Оновіть сторінку й спробуйте ще раз.',
  'error.headers-too-large': 'Очистіть файли cookie цього сайту й спробуйте ще раз.',
  'error.too-many-commands': 'Забагато команд водночас. Зачекайте трохи й спробуйте ще раз.',
  'error.not-sent': 'Не надіслано',
  'error.unconfirmed': 'Пристрій не відповів. Можливо, він повільний або задалеко.',

  // Кілька пристроїв разом
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
  'bulkAction.accepted': 'Надіслано {done} з {total}',

  // Що зараз привертає увагу
  'now.alarms': 'Тривоги',
  'now.openings': 'Двері та вікна',
  'now.lights': 'Світло',
  'now.switches': 'Вимикачі',
  'now.shutters': 'Ролети',
  'now.batteries': 'Батареї',
  'now.unreachable': 'Не відповідають',
  'now.onSince': 'увімкнено з {time}',
  'now.openSince': 'відкрито з {time}',
  'now.wholeHome': 'Увесь дім',
  'now.none.alarms': 'Тривог немає',
  'now.none.openings': 'Усе зачинено',
  'now.none.lights': 'Усе світло вимкнено',
  'now.none.switches': 'Усі вимикачі вимкнено',
  'now.none.shutters': 'Ролет немає',
  'now.none.batteries': 'Пристроїв із батареями немає',
  'now.none.unreachable': 'Усі пристрої відповідають',
  'battery.low': 'Незабаром замінити',
  'battery.fine': 'Добре',
  'battery.empty': 'Майже розряджено',
  'battery.mark': 'Батарея розряджена',
  'unreachable.battery': 'Пристрої з батареями',
  'unreachable.batteryHint': 'Замініть батарею. Потім натисніть кнопку на пристрої, щоб розбудити його.',
  'unreachable.mains': 'Пристрої від мережі',
  'unreachable.mainsHint': 'Перевірте вилку, вимикач і запобіжник.',
  'unreachable.since': 'Не відповідає {duration}',

  // Пошук
  'search.title': 'Пошук',
  'search.open': 'Відчинено',
  'search.on': 'Увімкнено',
  'search.battery': 'Батарея',
  'search.notResponding': 'Не відповідає',
  'search.recent': 'Нещодавні',
  'search.devices': 'Пристрої',
  'search.field': 'Кімнати та пристрої',
  'search.none': 'Нічого не знайдено: «{query}»',
  'search.noneHint': 'Спробуйте назву, кімнату або слова: відчинено, світло, батарея.',
  'search.results': {
    one: '{count} результат',
    few: '{count} результати',
    many: '{count} результатів',
    other: '{count} результату'
  },

  // Сам застосунок на цьому екрані
  // Довідка
  'help.title': 'Довідка',
  'help.details': 'Усе керування пристроєм',
  'help.detailsText': 'Утримуйте його плитку або торкніться трьох крапок.',
  'help.favourites': 'Вибране',
  'help.favouritesText': 'Торкніться зірочки в картці пристрою. Він з’явиться вгорі головної сторінки.',
  'help.phones': 'Ще один телефон чи планшет',
  'help.phonesText': 'Відкрийте Налаштування › Додати телефон чи планшет. Скануйте ним код.',
  'help.dead': 'Пристрій не відповідає',
  'help.deadText': 'Перевірте його живлення або батарею. Доти його плитка має пунктирну рамку.',
  'help.offline': 'Немає зв’язку',
  'help.offlineText': 'Ви бачите останні відомі значення та їхній вік. Перевірте Wi-Fi цього телефона.',
  'help.support': 'Досі не працює?',
  'help.supportText': 'Надішліть діагностику людині, яка налаштувала Mantel.',
  'help.copy': 'Копіювати діагностику',
  'help.copyHint': 'Лише версії та стани. Без назв, адрес і паролів.',

  'app.updateReady': 'Оновлення готове',
  'app.updateNow': 'Оновити зараз'
};
