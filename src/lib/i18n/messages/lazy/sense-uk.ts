import type { MessagesFor } from '../../keys';
import type { sense as english } from './sense-en';

/** The words of what a wall tablet notices by the sensors of its room, in Ukrainian. */
export const sense: MessagesFor<keyof typeof english> = {
  'sense.room': 'Цей планшет висить тут',
  'sense.noRoom': 'Кімнату не вибрано',
  'sense.motion': 'Прокидатися, коли в кімнаті хтось є',
  'sense.delay': 'Контролер повідомляє про рух із запізненням до {duration}.',
  'sense.passing': 'Не прокидатися, якщо хтось лише проходить',
  'sense.passingHint': 'Чекає на другий рух або на 5 секунд руху.',
  'sense.night': 'Уночі теж',
  'sense.light': 'Тьмянішати в темній кімнаті',
  'sense.noMotion': 'У цій кімнаті немає датчика руху. Планшет прокидається від дотику.'
};
