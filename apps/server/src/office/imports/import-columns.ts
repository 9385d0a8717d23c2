import { NewCar } from '@dispecerat/contract/fleet/cars'
import { Phone, requiredText, textUpTo } from '@dispecerat/contract/kernel/wire'
import type { ImportKind } from '@dispecerat/contract/office/imports'
import { z } from 'zod'

export interface ImportColumn {
  /** A field of the plan's `shape`. */
  field: string
  /** Heading in the template. */
  label: string
  /** Other headings that are accepted. */
  also?: readonly string[]
  required?: boolean
  /** Conversion of the cell before validation; without it the text is taken as it is. */
  reads?: 'day' | 'number' | 'list' | 'category' | 'phone'
  example: string
}

/** Columns and validation of one kind of import. */
export interface ImportPlan {
  columns: readonly ImportColumn[]
  shape: z.ZodObject
  /** Fields whose value may occur only once in the file and in the company's data. */
  unique: readonly string[]
}

const Day = z
  .string()
  .regex(/^(19|20)\d{2}-\d{2}-\d{2}$/, 'Dată invalidă (de ex. 31.12.2027)')
  .refine((day) => {
    const at = new Date(`${day}T12:00:00Z`)
    return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
  }, 'Dată invalidă (de ex. 31.12.2027)')

const Mail = textUpTo(120)
  .transform((mail) => mail.toLowerCase())
  .refine((mail) => z.email().safeParse(mail).success, 'E-mail invalid')

const name: ImportColumn = { field: 'name', label: 'Nume', also: ['Nume și prenume', 'Șofer', 'Client'], example: '' }
const phone: ImportColumn = {
  field: 'phone',
  label: 'Telefon',
  also: ['Mobil', 'Nr telefon', 'Număr de telefon'],
  reads: 'phone',
  example: '',
}

export const IMPORT_PLANS: Record<ImportKind, ImportPlan> = {
  drivers: {
    columns: [
      { ...name, required: true, example: 'Popescu Ion' },
      { ...phone, required: true, example: '0722123456' },
      { field: 'email', label: 'E-mail', also: ['Email', 'Adresă de e-mail'], example: 'ion.popescu@exemplu.ro' },
      { field: 'identifier', label: 'Cod', also: ['Cod șofer', 'Marca'], example: '27' },
      { field: 'licence_no', label: 'Nr. permis', also: ['Permis', 'Număr permis'], example: 'B123456' },
      { field: 'licence_until', label: 'Permis până la', reads: 'day', example: '31.12.2029' },
      { field: 'attestation_until', label: 'Atestat până la', reads: 'day', example: '30.06.2028' },
      {
        field: 'car_number',
        label: 'Mașina',
        also: ['Număr mașină', 'Nr mașină', 'Număr de înmatriculare', 'Nr înmatriculare', 'Înmatriculare'],
        example: '',
      },
      { field: 'car_sign', label: 'Indicativ', also: ['Indicativ mașină', 'Indicativul mașinii'], example: '' },
    ],
    shape: z.object({
      name: requiredText(120, 'Numele este obligatoriu'),
      phone: Phone,
      email: Mail.optional(),
      identifier: requiredText(20).optional(),
      licence_no: textUpTo(40).optional(),
      licence_until: Day.optional(),
      attestation_until: Day.optional(),
      car_number: NewCar.shape.number.optional(),
      car_sign: requiredText(20).optional(),
    }),
    unique: ['phone', 'email', 'identifier'],
  },
  cars: {
    columns: [
      { field: 'indicativ', label: 'Indicativ', also: ['Cod', 'Nr mașină'], required: true, example: '27' },
      {
        field: 'number',
        label: 'Număr',
        also: ['Număr de înmatriculare', 'Nr înmatriculare', 'Înmatriculare'],
        required: true,
        example: 'BV27ABC',
      },
      { field: 'make', label: 'Marcă', example: 'Dacia' },
      { field: 'model', label: 'Model', example: 'Logan' },
      { field: 'color', label: 'Culoare', example: 'galben' },
      { field: 'year', label: 'An', also: ['An fabricație', 'An de fabricație'], reads: 'number', example: '2022' },
      { field: 'seats', label: 'Locuri', reads: 'number', example: '4' },
      { field: 'category', label: 'Categorie', reads: 'category', example: 'standard' },
      { field: 'options', label: 'Opțiuni', reads: 'list', example: '' },
      { field: 'taxi_licence_no', label: 'Licență taxi', also: ['Nr licență'], example: '1234' },
      { field: 'taxi_licence_until', label: 'Licență până la', reads: 'day', example: '31.12.2027' },
      { field: 'itp_until', label: 'ITP până la', also: ['ITP'], reads: 'day', example: '30.06.2027' },
      { field: 'rca_until', label: 'RCA până la', also: ['RCA'], reads: 'day', example: '15.03.2027' },
      { field: 'notes', label: 'Observații', also: ['Note'], example: '' },
    ],
    shape: NewCar.omit({ company_id: true, is_active: true }),
    unique: ['number', 'indicativ'],
  },
  clients: {
    columns: [
      { ...phone, required: true, example: '0722123456' },
      { ...name, example: 'Ionescu Maria' },
      { field: 'about', label: 'Observații', also: ['Note', 'Despre client'], example: 'Sună la interfon' },
      { field: 'protocol_company', label: 'Companie protocol', also: ['Cont protocol', 'Protocol'], example: '' },
    ],
    shape: z.object({
      phone: Phone,
      name: textUpTo(120).optional(),
      about: textUpTo(500).optional(),
      protocol_company: requiredText(200).optional(),
    }),
    unique: ['phone'],
  },
}
