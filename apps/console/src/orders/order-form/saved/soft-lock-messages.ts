/** The notice that a colleague has the order open. */
export const softLockMessages = {
  taken: (names: string) => `${names} are comanda deschisă`,
  why: 'Câmpurile sunt blocate aici până când iese, ca să nu o modificați amândoi.',
  open: 'Modific totuși',
  field: (names: string) => `${names} are comanda deschisă: apăsați „Modific totuși” ca să schimbați câmpul`,
} as const
