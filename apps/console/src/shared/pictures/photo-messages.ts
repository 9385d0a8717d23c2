/** Photos of cars and people. */
export const photoMessages = {
  title: 'Fotografie',
  none: 'Fără fotografie.',
  choose: 'Alege fotografia',
  drop: 'Șterge fotografia',
  hint: 'JPEG sau PNG, cel mult 1 MiB',
  tooLarge: 'Fotografia poate avea cel mult 1 MiB',
  ofPerson: (name: string) => `Fotografia lui ${name}`,
  files: { accept: 'image/png,image/jpeg', maxBytes: 2 ** 20 },
} as const
