import { errorsInArchive, messageOf, readAnafAnswer } from './anaf-answers.ts'
import { AuthorityRefused, type Einvoicing, type OutgoingInvoice, type Verdict } from './authorities.ts'
import { requestAuthority } from './request-authority.ts'

const IN_WORK = 'in prelucrare'
const NO_REASON = 'ANAF a respins documentul fără motiv'

/**
 * The tax authority's REST API: upload, stareMesaj, descarcare under one address, e.g. https://api.anaf.ro/prod/FCTEL/rest.
 * `token` is the OAuth bearer token of a person who may file for these companies.
 */
export function anafEinvoicing({ url, token }: { url: string; token: string }): Einvoicing {
  const at = (path: string, query: Record<string, string>) =>
    new URL(`${url.replace(/(?<!\/)\/+$/, '')}/${path}?${new URLSearchParams(query)}`)
  const headers = { authorization: `Bearer ${token}` }
  const download = (id: string) => requestAuthority(at('descarcare', { id }), { headers })
  return {
    async upload({ cif, standard, xml }: OutgoingInvoice) {
      const uploadRequest = {
        method: 'POST',
        headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' },
        body: xml,
      }
      const { attributes, errors } = answerOf(await requestAuthority(at('upload', { standard, cif }), uploadRequest))
      const index = attributes.index_incarcare
      if (attributes.ExecutionStatus === '0' && index !== undefined && /^\d{1,30}$/.test(index)) return { index }
      throw new AuthorityRefused(messageOf(errors) || NO_REASON)
    },
    async verdictOf(index): Promise<Verdict> {
      const { attributes, errors } = answerOf(
        await requestAuthority(at('stareMesaj', { id_incarcare: index }), { headers }),
      )
      const { stare, id_descarcare: id } = attributes
      if (stare === IN_WORK) return { is: 'processing' }
      // Errors without a state concern the request: an unknown index, a missing right, too many requests today.
      if (stare === undefined) throw new AuthorityRefused(messageOf(errors) || NO_REASON)
      if (stare === 'ok' && id !== undefined) return { is: 'accepted', answer: await download(id) }
      if (stare === 'ok') throw new Error('accepted without an archive')
      const answer = id === undefined ? null : await download(id)
      const reasons = answer === null ? errors : [...errors, ...(await errorsInArchive(answer))]
      return { is: 'rejected', message: messageOf(reasons) || (stare === 'nok' ? NO_REASON : stare), answer }
    },
  }
}

function answerOf(body: Buffer) {
  return readAnafAnswer(body.toString('utf8'))
}
