import { ringMessages } from '../../text/ring-messages.ts'
import { settingsTitles } from '../../text/settings-titles.ts'

/** Messages of the settings pages. */
export const settingsMessages = {
  title: settingsTitles.settings,
  lead: 'Cum lucrează compania: fiecare grup are pagina lui, iar orice schimbare rămâne în jurnal.',
  nav: 'Grupuri de setări',
  profile: { title: 'Profilul companiei', hint: 'Numele, adresa, locul pe hartă și sigla.' },
  company: 'Compania',
  defaultIs: (value: string) => `Implicit: ${value}`,
  between: (min: number, max: number) => `între ${min} și ${max}`,
  toDefault: 'Valoarea implicită',
  toDefaultOf: (field: string) => `Valoarea implicită pentru „${field}”`,
  undone: 'Setările au revenit la valorile dinainte',
  savedUndo: 'Setările au fost salvate',
  undo: 'Anulează',
  yes: 'da',
  no: 'nu',
  groups: {
    orders: 'Comenzi',
    scheduled: 'Comenzi programate',
    search: 'Căutarea șoferului',
    playback: 'Apeluri automate',
    ring: 'Sunet și tastă de răspuns',
    filings: 'Registrul pentru primărie',
    public: 'Harta publică',
    security: 'Siguranța conturilor',
    retention: 'Păstrarea datelor',
  },
  hints: {
    orders:
      'Cât așteaptă o comandă, cât rămâne în liste, ce se cere la livrare, dacă clienții comandă din aplicație și cât se poate schimba din tarif.',
    scheduled: 'Cu cât înainte începe căutarea și când sunt anunțați dispecerii.',
    search:
      'Ce sare peste pași, cine intră singur în pauză, ce mașini primesc oferte și ce se întâmplă când un șofer renunță.',
    playback: 'Dacă centrala îl sună singură pe client atunci când vine mașina.',
    ring: 'Cum sună apelurile și ce tastă răspunde pentru cine nu a ales el.',
    filings: 'Dacă registrul de dispecerat al zilei încheiate pleacă singur în fiecare noapte.',
    public: 'Dacă oricine poate vedea mașinile companiei pe hartă.',
    security: 'Cine trebuie să intre cu al doilea pas.',
    retention:
      'Câte zile rămân înregistrările, traseele, apelurile, mesajele și jurnalul; ce este mai vechi se șterge noaptea.',
  },
  choices: {
    ...ringMessages.sounds,
    simple: ringMessages.settings.simple,
    lines: ringMessages.settings.lines,
    xml: 'XML',
    csv: 'CSV',
  } as Readonly<Record<string, string>>,
  router: {
    title: 'Cine știe drumurile',
    kinds: {
      embedded: 'harta importată, în acest server',
      osrm: 'un server OSRM',
      valhalla: 'un server Valhalla',
      off: 'nimeni: drumul este 1,3 × linia dreaptă',
    },
    hint: 'Se alege la pornirea serverului (ROUTER, ROUTER_URL), nu de aici: consola nu trimite serverul la adrese.',
  },
  sections: {
    company: 'Compania',
    orders: 'Comenzi și prețuri',
    people: 'Oameni și telefon',
    house: 'Jurnal și siguranță',
  },
  links: {
    texts: 'Cuvintele SMS-urilor, e-mailurilor și notificărilor trimise de companie; ce primește clientul pe drum.',
    rules: ['Mod de lucru', 'Pașii în care sunt căutați șoferii, pe zile și ore.'],
    zones: ['Zone și stații', 'Granițele zonelor și locurile de așteptare.'],
    finances: ['Setări financiare', 'Comisioane, sold minim, plăți către șoferi.'],
  },
} as const
