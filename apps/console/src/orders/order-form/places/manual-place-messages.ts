/** An address set with a pin; apart from `ro` because only its dialog loads it. */
export const manualPlaceMessages = {
  title: (letter: string) => `Adresa ${letter} pe hartă`,
  hint: 'Apăsați pe hartă sau trageți acul. Cu acul ales, săgețile îl mută cu 5 m, Shift + săgeată cu 50 m.',
  map: 'Harta adresei',
  pin: (letter: string) => `Acul adresei ${letter}`,
  toMiddle: 'Acul în mijlocul hărții',
  noPin: 'Puneți acul pe hartă',
  abroad: 'Adresa este în afara României',
  under: (name: string) => `Sub ac: ${name}`,
  underNothing: 'Nicio adresă cunoscută sub ac; scrieți-i un nume.',
  looking: 'Se caută adresa de sub ac…',
  unreachable: 'Adresa de sub ac nu se poate afla acum; scrieți-i un nume, coordonatele rămân.',
  name: 'Numele adresei',
  company: 'Compania',
  keep: 'Salvează adresa',
  use: 'Folosește adresa',
  saved: 'Adresa salvată',
} as const
