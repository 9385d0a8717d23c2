/** What a new administrator reads first; the day as Romanians write it. */
export function welcomeMail({ name, userName, trialUntil }: { name: string; userName: string; trialUntil: string }): {
  subject: string
  text: string
} {
  const day = trialUntil.split('-').reverse().join('.')
  return {
    subject: 'Bun venit în Dispecerat',
    text: [
      `Bună ziua, ${userName},`,
      '',
      `Contul firmei ${name} a fost creat. Perioada de probă ține până pe ${day}, cu toate funcțiile.`,
      '',
      'Documentația este în meniul paginii de start.',
      '',
      'Echipa Dispecerat',
    ].join('\n'),
  }
}
