/** Street types as people write them → the full form. */
const TYPE_SPELLINGS: Record<string, string> = {
  strada: 'strada str st strd',
  bulevardul: 'bulevardul bulevard bd bdul bld bldul blvd bvd bul',
  calea: 'calea cale cal',
  aleea: 'aleea alee al',
  soseaua: 'soseaua sosea sos',
  piata: 'piata pta',
  piateta: 'piateta',
  intrarea: 'intrarea intrare intr',
  fundatura: 'fundatura fundatur fund fdt fnd',
  splaiul: 'splaiul splai spl',
  drumul: 'drumul drum dr',
  prelungirea: 'prelungirea prel',
  pasajul: 'pasajul pasaj pas',
  stradela: 'stradela',
  ulita: 'ulita',
  scuarul: 'scuarul scuar',
  cartierul: 'cartierul cartier cart',
}

/** Abbreviations found on signs and in typed addresses, mapped to the one spelling stored in the index. */
const WORD_SPELLINGS: Record<string, string> = {
  sfant: 'sf sfantul sfantu sfanta sfintul sfintu sfinta sfintii sfinti sfintei sfantului',
  targu: 'tg tirgu targul',
  general: 'gen gral generalul',
  colonel: 'col colonelul',
  locotenent: 'lt locotenentul',
  maior: 'mr maiorul',
  maresal: 'mar mares maresalul',
  capitan: 'cpt cap capitanul',
  sergent: 'sg serg sergentul',
  profesor: 'prof profesorul',
  inginer: 'ing inginerul',
  doctor: 'dr doctorul',
  gheorghe: 'gh ghe',
  alexandru: 'al alex',
  constantin: 'const',
  nicolae: 'nic',
  stefan: 'st',
  universitatea: 'univ universitate',
  spitalul: 'spital spit',
  liceul: 'lic liceu',
  colegiul: 'colegiu',
  primaria: 'primarie',
  politia: 'politie',
  farmacia: 'farmacie',
  tribunalul: 'tribunal',
  aeroportul: 'aeroport',
  parcul: 'parc',
  muzeul: 'muzeu',
  teatrul: 'teatru',
  stadionul: 'stadion',
  judetean: 'jud',
}

/**
 * Kinds of places typed in front of a name that does not contain them. They carry little information, so a match without them costs
 * nothing.
 */
export const PLACE_KIND_TERMS: ReadonlySet<string> = new Set(
  (
    'restaurant restaurantul pizzeria cafeneaua cafenea cafe bar barul pub club clubul terasa cofetaria patiseria brutaria ' +
    'fast food farmacia banca bancomat benzinaria peco benzinarie magazinul magazin supermarket market hipermarket mall ' +
    'mallul complexul complex hotel hotelul pensiunea pensiune hostel vila cabana motel scoala gradinita cresa liceul ' +
    'colegiul universitatea facultatea spitalul clinica policlinica cabinet dispensar salonul salon frizeria sala parcul ' +
    'muzeul biserica manastirea service firma sediul blocul cladirea piata teatrul statia statie halta gara autogara ' +
    'cartierul cartier zona strada numarul romania'
  ).split(' '),
)

/** Words typed before the name of a place beside which the car should wait. */
export const PROXIMITY_TERMS: ReadonlySet<string> = new Set(
  'la langa linga in din de pe cu fata spatele spate vizavi aproape colt coltul dupa inainte spre dinspre peste drum catre'.split(
    ' ',
  ),
)

export const STREET_TYPES: ReadonlyMap<string, string> = inverted(TYPE_SPELLINGS)
export const TITLE_WORDS: ReadonlyMap<string, string> = inverted(WORD_SPELLINGS)

function inverted(spellings: Record<string, string>): Map<string, string> {
  const map = new Map<string, string>()
  for (const [full, written] of Object.entries(spellings)) for (const word of written.split(' ')) map.set(word, full)
  return map
}
