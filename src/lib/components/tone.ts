/** What a colour means on a tile, a chip or a control. Never alone: a word or an icon says it too. */
export type Tone = 'neutral' | 'on' | 'shutter' | 'heating' | 'cooling' | 'armed' | 'alarm' | 'dead';

/** Where a command is on its way; the words for each are the same everywhere. */
export type Progress = 'sending' | 'moving' | 'waiting' | 'unconfirmed' | 'failed' | 'unavailable';
