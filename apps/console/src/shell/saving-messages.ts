/** Shown while the server's database cannot write. */
export const savingMessages = {
  fails: 'Nimic nu se poate salva acum. Ce este pe ecran se poate citi; anunțați administratorul.',
}
