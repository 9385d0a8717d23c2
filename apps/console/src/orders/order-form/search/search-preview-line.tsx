import { previewSearch, type SearchPreview } from '@dispecerat/contract/dispatch/preview-search'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endpointKey } from '../../../api/endpoint-query.ts'
import { request } from '../../../api/request.ts'
import { useUser } from '../../../api/session.ts'
import { showDriver } from '../../../shared/drivers/driver-card-drawer.tsx'
import { promiseText } from '../../../shared/orders/promise/promise-messages.ts'
import {
  NAMED_DRIVERS,
  PASS_LABELS,
  SEARCH_TYPE_LABELS,
  searchPanelMessages,
} from '../../../shared/orders/search-messages.ts'
import { serverNow } from '../../../ui/now.ts'
import type { OrderDraft } from '../draft/order-draft.ts'
import { offerDistance } from './measured.ts'
import { leadLine, passedGroups, previewBody, previewLine } from './search-preview.ts'
import { searchPreviewMessages } from './search-preview-messages.ts'
import './search-preview.css'
import { useOrderChoices } from '../options/use-order-choices.ts'

const messages = searchPreviewMessages
const REST_MS = 500
/** Cars move and orders are assigned: refetched this often. */
const REFETCH_INTERVAL_MS = 10_000
/** A slower reply is dropped: the line must never make the dispatcher wait. */
const TIMEOUT_MS = 2500

/**
 * The drivers who would get an offer if the order were placed now. It waits for a pause in typing and hides its
 * errors.
 */
export function SearchPreviewLine({ draft }: { draft: OrderDraft }) {
  const [isFull, setIsFull] = useState(false)
  const preview = usePreview(draft, isFull)
  return (
    <div className="search-preview small">
      {preview === null ? null : (
        <details open={isFull} onToggle={(event) => setIsFull(event.currentTarget.open)}>
          <summary aria-label={`${messages.label}: ${previewLine(preview)}. ${messages.all}`}>
            {previewLine(preview)}
          </summary>
          {isFull ? <AllSteps preview={preview} /> : null}
        </details>
      )}
      {preview === null ? null : <PromiseLine preview={preview} />}
    </div>
  )
}

/** When the search of an order for later would begin, and whether its departure can be promised. */
function PromiseLine({ preview }: { preview: SearchPreview }) {
  const line = leadLine(preview)
  return (
    <>
      {line === null ? null : <p className="dim">{line}</p>}
      {preview.warning === null ? null : (
        <p className="preview-warning" role="status">
          <IconAlertTriangle size={13} aria-hidden /> {promiseText(preview.warning)}
        </p>
      )}
    </>
  )
}

function usePreview(draft: OrderDraft, full: boolean): SearchPreview | null {
  const me = useUser()
  const { partnerIds } = useOrderChoices()
  const body = previewBody(draft, {
    now: new Date(serverNow()),
    ownCompanyIds: me.companies.map(({ id }) => id),
    partnerIds,
  })
  const [debounced] = useDebouncedValue(JSON.stringify(body), REST_MS)
  const isAllowed = me.permissions.includes('orders.dispatch')
  const cache = useQueryClient()
  const inputOf = (isFull: boolean) => ({ body: { ...JSON.parse(debounced), full: isFull } })
  const { data } = useQuery({
    queryKey: endpointKey(previewSearch, inputOf(full)),
    queryFn: ({ signal }) =>
      request(previewSearch, inputOf(full), { signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) }),
    enabled: isAllowed && debounced !== 'null',
    refetchInterval: REFETCH_INTERVAL_MS,
    gcTime: 60_000,
    retry: false,
  })
  /* Opening the list requests the full reply: until it arrives, and if it never does, the shorter one is shown. */
  const shown = data ?? cache.getQueryData<typeof data>(endpointKey(previewSearch, inputOf(!full)))
  return body === null ? null : (shown?.data ?? null)
}

function AllSteps({ preview }: { preview: SearchPreview }) {
  return (
    <ol className="preview-steps">
      {preview.steps.map((step) => (
        <li key={step.step}>
          <b>
            {messages.step(step.step)} ·{' '}
            {step.params.search_type === null ? NAMED_DRIVERS : SEARCH_TYPE_LABELS[step.params.search_type]}
          </b>
          {step.others.asked > 0 ? <p className="dim">{messages.partners(step.others.asked)}</p> : null}
          {step.drivers.length + step.others.asked === 0 ? <p className="dim">{messages.none}</p> : null}
          <ol className="preview-asked">
            {step.drivers.map((driver) => (
              <li key={driver.driver_id} className="digits">
                {driver.rank}.{' '}
                <button type="button" className="sign-button" onClick={() => showDriver(driver.driver_id)}>
                  {driver.indicativ}
                </button>{' '}
                <span className="dim">{offerDistance(driver)}</span>
                {driver.is_priority ? (
                  <span role="img" aria-label={searchPanelMessages.priority}>
                    {' '}
                    ★
                  </span>
                ) : null}
              </li>
            ))}
          </ol>
          <dl className="preview-passed">
            {passedGroups(step).map(({ reason, signs }) => (
              <div key={reason}>
                <dt>
                  {PASS_LABELS[reason]} ({signs.length})
                </dt>
                <dd className="digits dim">{signs.join(', ')}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ol>
  )
}
