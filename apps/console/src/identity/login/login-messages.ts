/** Apart from the others, so that only the login form loads it. */
export const loginMessages = {
  ended: 'Sesiunea s-a încheiat. Intrați din nou; comanda începută s-a păstrat.',
} as const
