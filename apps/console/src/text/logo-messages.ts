/** A company's logo, in its profile and in the registration. */
export const logoMessages = {
  label: 'Sigla firmei (opțional)',
  none: 'Fără siglă.',
  choose: 'Alege sigla',
  drop: 'Șterge sigla',
  hint: 'PNG, JPEG sau SVG, cel mult 1 MiB',
  tooLarge: 'Imaginea poate avea cel mult 1 MiB',
  accept: 'image/png,image/jpeg,image/svg+xml',
} as const
