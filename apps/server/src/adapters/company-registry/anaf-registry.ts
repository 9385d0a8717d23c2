import { z } from 'zod'
import type { Clock } from '../../platform/lifecycle/clock.ts'
import { fetchWithoutRedirects } from '../fetch-without-redirects.ts'
import { type CompanyRegistry, RegistrySilent } from './company-registry.ts'

const BUDGET_MS = 5000
const MAX_BYTES = 512 * 1024

const Text = z.string().max(2000).nullish()
const Company = z.object({
  date_generale: z.object({ cui: z.union([z.number(), z.string()]), denumire: z.string().max(500), adresa: Text }),
  inregistrare_scop_Tva: z.object({ scpTVA: z.boolean().nullish() }).nullish(),
})
const Answer = z.object({ found: z.array(Company).max(10).nullish() })

/** The tax authority's public VAT service (PlatitorTvaRest v9): one CUI per request, answered as of today in Bucharest. */
export function anafRegistry(url: string, clock: Clock): CompanyRegistry {
  return {
    async find(cui) {
      const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Bucharest' }).format(clock.now())
      const { found } = await postQuestion(url, [{ cui: Number(cui), data: day }])
      return (found ?? []).map(({ date_generale: general, inregistrare_scop_Tva: vat }) => ({
        cui: String(general.cui),
        name: general.denumire.trim(),
        address: (general.adresa ?? '').trim(),
        paysVat: vat?.scpTVA ?? false,
      }))
    },
  }
}

async function postQuestion(url: string, question: unknown): Promise<z.output<typeof Answer>> {
  try {
    const answer = await fetchWithoutRedirects(url, {
      method: 'POST',
      signal: AbortSignal.timeout(BUDGET_MS),
      headers: { accept: 'application/json', 'content-type': 'application/json', 'user-agent': 'dispecerat' },
      body: JSON.stringify(question),
    })
    // The service answers 404 for an unknown CUI, with the same body schema.
    if (!answer.ok && answer.status !== 404) throw new Error(`the registry answered ${answer.status}`)
    return Answer.parse(JSON.parse(await textUpTo(answer)))
  } catch (error) {
    throw new RegistrySilent('the registry did not answer', { cause: error })
  }
}

async function textUpTo(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of answer.body ?? []) {
    length += chunk.byteLength
    if (length > MAX_BYTES) throw new Error('the registry answered too much')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
