/** Reminders of scheduled orders, for every dispatcher of the company. */
export const reminderMessages = {
  link: 'Programate',
  linkHint: 'Comenzi programate',
  orders: 'comenzi',
  soon: (what: string) => `În curând: comanda programată ${what}`,
  started: (what: string) => `Se caută șofer pentru comanda programată ${what}`,
  open: 'Deschide',
}
