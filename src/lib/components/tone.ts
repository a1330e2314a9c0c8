/** The meaning of a colour on a tile, a chip or a control. A text or an icon has the same meaning too. */
export type Tone = 'neutral' | 'on' | 'shutter' | 'heating' | 'cooling' | 'armed' | 'alarm' | 'dead';

/** The progress of a command. Each value has the same text everywhere, and `rounded` what the device has made of its value. */
export type Progress = 'sending' | 'moving' | 'waiting' | 'unconfirmed' | 'failed' | 'rounded';
