/** Links that show a driver's trips without an account. */
export const reportLinkMessages = {
  links: 'Legături valabile',
  noLinks: 'Nicio legătură nu este valabilă acum.',
  period: 'Perioada',
  validUntil: 'Valabilă până la',
  madeBy: 'Făcută de',
  takeBack: 'Retrage',
  confirmTakeBack: 'Retrageți legătura? Cine o are nu mai vede cursele șoferului.',
  takenBack: 'Legătură retrasă',
} as const
