import { type Contract, editContract, listContracts, readContract } from '@dispecerat/contract/billing/protocol'
import { listChanges } from '@dispecerat/contract/office/changes'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { endpointKey, invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { ChangeHistory } from '../../shared/edit-page/change-history.tsx'
import { EditPage } from '../../shared/edit-page/edit-page.tsx'
import { useEditForm } from '../../shared/edit-page/use-edit-form.ts'
import { money } from '../../text/format.ts'
import { later } from '../../ui/later.ts'
import { protocolMessages as messages } from '../protocol-messages.ts'
import { BuyerFields, TermsFields } from './contract-fields.tsx'
import { asBody, type ContractValues, valuesOf } from './contract-values.ts'
import './protocol.css'

const OfficeStatement = later(() => import('./office-statement.tsx').then((m) => m.OfficeStatement))

/** /protocol/{id}: the contract of one account, its month and its invoices. */
export function ContractScreen() {
  const { id } = useParams({ from: '/app/protocol/$id' })
  return <ContractPage key={id} id={Number(id)} />
}

function ContractPage({ id }: { id: number }) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { month } = useSearch({ from: '/app/protocol/$id' })
  const { data, error, isLoading, refetch } = useEndpointQuery(readContract, { params: { id } })
  const contract = data?.data
  const form = useEditForm<ContractValues, { data: Contract }>({
    loaded: contract && { values: valuesOf(contract), version: contract.version },
    save: (changes, { version, key }) =>
      request(editContract, { params: { id }, body: asBody(changes) }, { key, version }),
    saved: (reply) => {
      cache.setQueryData(endpointKey(readContract, { params: { id } }), reply)
      void invalidate(cache, listContracts, [listChanges, { query: { entity: 'protocol_contract', entity_id: id } }])
    },
    reload: refetch,
  })
  return (
    <EditPage
      title={contract ? (contract.name ?? String(id)) : messages.titles.contract}
      aside={contract ? <ContractStatus contract={contract} /> : null}
      form={form}
      isLoading={isLoading}
      error={data ? null : error}
      onRetry={() => void refetch()}
      labels={messages.fields}
      below={
        contract ? (
          <Suspense fallback={null}>
            <OfficeStatement
              accountId={id}
              month={month}
              onMonth={(next) => void navigate({ to: '.', search: { month: next }, replace: true })}
            />
            <ChangeHistory entity="protocol_contract" entityId={id} labels={messages.fields} />
          </Suspense>
        ) : null
      }
    >
      <TermsFields form={form} companyId={contract?.company_id ?? 0} />
      <BuyerFields form={form} />
    </EditPage>
  )
}

function ContractStatus({ contract: { is_valid, open_amount, credit_limit } }: { contract: Contract }) {
  return (
    <>
      <span className={is_valid ? 'protocol-good' : 'protocol-bad'}>
        {is_valid ? messages.valid : messages.invalid}
      </span>
      <span className="digits">
        {messages.columns.open}: {money(open_amount)} / {credit_limit === null ? messages.noLimit : money(credit_limit)}
      </span>
    </>
  )
}
