/** Sessions of a person, for administrators. */
export const sessionMessages = {
  title: 'Sesiuni deschise',
  hint: 'Dacă un telefon sau un calculator s-a pierdut, încheiați-i sesiunea: nu mai deschide nimic din acel moment.',
  device: 'Dispozitiv',
  unknownDevice: 'Necunoscut',
  network: 'Rețea',
  since: 'Deschisă',
  lastSeen: 'Văzută ultima dată',
  none: 'Nicio sesiune deschisă.',
  end: 'Încheie',
  endOf: (device: string) => `Încheie: ${device}`,
  endAll: 'Încheie toate',
  confirmOne: (device: string) => `Încheiați sesiunea de pe „${device}”?`,
  confirmAll: 'Încheiați toate sesiunile? Persoana intră din nou cu parola.',
  endedOne: 'Sesiunea a fost încheiată',
  endedAll: 'Sesiunile au fost încheiate',
} as const
