/** Ending a call that a colleague has forgotten. */
export const endCallMessages = {
  ask: (name: string, who: string) => `Închideți apelul lui ${name} cu ${who}? Convorbirea se întrerupe.`,
  ended: 'Apelul colegului a fost închis',
} as const
