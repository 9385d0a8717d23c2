/** A call a colleague has forgotten, ended for him. */
export const endCallMessages = {
  ask: (name: string, who: string) => `Închideți apelul lui ${name} cu ${who}? Convorbirea se întrerupe.`,
  ended: 'Apelul colegului a fost închis',
} as const
