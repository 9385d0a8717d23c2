/** The dialog that cancels an order. */
export const cancelOrderMessages = {
  reason: 'Motiv (opțional)',
  noShow: 'Client absent',
  /** Stored when no other reason was typed. */
  noShowReason: 'Clientul nu a venit la mașină',
  noShowHint: '„Client absent” închide comanda dacă a trecut timpul de așteptare; șoferul își primește locul înapoi.',
} as const
