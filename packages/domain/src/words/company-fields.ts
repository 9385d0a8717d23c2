/** What the fields of a company are called. */
export const companyFields: Readonly<Record<string, string>> = {
  name: 'Nume',
  address: 'Adresă',
  phone: 'Telefon',
  description: 'Descriere',
  lat: 'Latitudine',
  lng: 'Longitudine',
  point: 'Locul pe hartă',
  status: 'Stare',
  trial_until: 'Probă până la',
  logo: 'Siglă',
  logo_bytes: 'Mărimea siglei',
  partner: 'Partener',
  first_step_place: 'Primii pași: locul',
  first_step_zones: 'Primii pași: zona',
  first_step_driver: 'Primii pași: șoferul',
  first_step_phone: 'Primii pași: telefonul',
}
