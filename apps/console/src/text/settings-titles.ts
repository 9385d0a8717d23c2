/** What the pages of settings are called, before any of them has come. */
export const settingsTitles = {
  settings: 'Setări',
  services: 'Servicii și opțiuni',
  tariffs: 'Tarife',
  tariff: 'Tarif',
  telephone: 'Telefonie',
  texts: 'Texte trimise',
  changes: 'Jurnal de modificări',
} as const
