/** Romanian labels of ring sounds. */
export const ringSounds = {
  sound: 'Clasic',
  bell: 'Clopot',
  digital: 'Digital',
  alarm: 'Alarmă',
  melody: 'Melodie',
  short: 'Scurt',
  mute: 'Mut',
} as const

/** Romanian labels of the answer keys. */
export const answerKeys = { simple: 'Simplu: F1 răspunde', lines: 'Linii: ` răspunde, F1–F9 țin liniile' } as const
