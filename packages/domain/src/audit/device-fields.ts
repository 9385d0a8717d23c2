/** Romanian labels of a device's fields. */
export const deviceFields: Readonly<Record<string, string>> = {
  company_id: 'Companie',
  imei: 'IMEI',
  platform: 'Platformă',
  model: 'Model',
  os_version: 'Versiunea sistemului',
  phone_number: 'Numărul cartelei',
  driver_id: 'Șofer',
  notes: 'Observații',
  status: 'Stare',
}
