import { chooseInterval } from '@dispecerat/domain/dispatch/search/choose-interval'
import { Skeleton } from '@mantine/core'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useSession, useUser } from '../../api/session.ts'
import { ro } from '../../text/ro.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { later } from '../../ui/later.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { useNow } from '../../ui/now.ts'
import { builderMessages as messages } from './builder-messages.ts'
import './builder.css'
import './rule-colours.css'
import './rule-list.css'
import './rule-editor.css'
import './week.css'
import { editedRules, type RulesDraft } from './rules-draft.ts'
import { SaveBar } from './save/save-bar.tsx'
import { useSave } from './save/use-save.ts'
import { discardChanges, discardDraft, openDraftFor, useIsDirty, useRulesDraft } from './use-rules-draft.ts'
import { useSearchRules } from './use-search-rules.ts'
import { drawable } from './week/week-facts.ts'

/** Loaded in parallel with the rules. */
const CompanySelect = later(() => import('./company-select.tsx').then((m) => m.CompanySelect))
const list = import('./interval-list.tsx')
const IntervalList = lazy(() => list.then((m) => ({ default: m.IntervalList })))
const editor = import('./interval-editor.tsx')
const IntervalEditor = lazy(() => editor.then((m) => ({ default: m.IntervalEditor })))
const IntervalDescription = later(() => import('./interval-description.tsx').then((m) => m.IntervalDescription))
const NoIntervalOpen = later(() => import('./no-interval-open.tsx').then((m) => m.NoIntervalOpen))
const LeaveGuard = later(() => import('./save/leave-guard.tsx').then((m) => m.LeaveGuard))
const WeekView = later(() => import('./week/week-view.tsx').then((m) => m.WeekView))
const ReplayPanel = later(() => import('../replay/replay-panel.tsx').then((m) => m.ReplayPanel))

/** The work-mode builder: when each search interval applies, and what its steps do. */
export function BuilderScreen() {
  const { id: userId, permissions } = useUser()
  const mayEdit = permissions.includes('search_rules.edit')
  const [company, setCompany] = useState<number | null>(null)
  const save = useSave()
  const { data, error, refetch } = useSearchRules(company, save.busy)
  const draft = useRulesDraft((s) => s.draft)
  const isDirty = useIsDirty()
  useEffect(() => {
    openDraftFor(userId)
    return () => {
      if (useSession.getState().token !== null) discardDraft()
    }
  }, [userId])

  const choose = (id: number) => {
    const go = () => {
      discardChanges()
      setCompany(id)
    }
    if (isDirty) confirm({ text: messages.discardQuestion, yes: messages.discard, danger: true, onYes: go })
    else go()
  }
  return (
    <main id="content" className="builder">
      <div className="builder-head">
        <h1>{messages.title}</h1>
        {data && data.companies.length > 1 ? (
          <Suspense fallback={null}>
            <CompanySelect companies={data.companies} chosen={data.company_id} onChoose={choose} />
          </Suspense>
        ) : null}
        {mayEdit ? <SaveBar save={save} /> : <span className="dim">{messages.readOnly}</span>}
      </div>
      {draft ? <RulesEditor draft={draft} mayEdit={mayEdit} isSaving={save.busy} /> : null}
      {!draft && error ? (
        <div className="panel">
          <LoadFailed
            text={error instanceof ApiError && !error.isSilence ? error.message : ro.failures.network}
            onRetry={() => void refetch()}
          />
        </div>
      ) : null}
      {!draft && !error ? <Skeleton height={420} /> : null}
      <Suspense fallback={null}>
        <LeaveGuard isDirty={isDirty} />
      </Suspense>
    </main>
  )
}

function RulesEditor({ draft, mayEdit, isSaving }: { draft: RulesDraft; mayEdit: boolean; isSaving: boolean }) {
  const selected = useRulesDraft((s) => s.selected)
  const open = selected !== null && draft.order.includes(selected) ? selected : null
  const minute = useNow((s) => Math.floor(s.now / 60_000))
  const rules = useMemo(() => editedRules(draft), [draft])
  const ruling = chooseInterval(drawable(rules.intervals), new Date(minute * 60_000))
  return (
    <div className="builder-desk">
      <Suspense fallback={<Skeleton height={420} />}>
        <IntervalList draft={draft} mayEdit={mayEdit} rulingNow={ruling?.id ?? null} />
      </Suspense>
      <div className="builder-middle">
        <Suspense fallback={<Skeleton height={120} />}>{open === null ? <NoIntervalOpen /> : null}</Suspense>
        {open !== null && mayEdit ? (
          <Suspense fallback={<Skeleton height={420} />}>
            <IntervalEditor key={open} draft={draft} id={open} isSaving={isSaving} />
          </Suspense>
        ) : null}
        <Suspense fallback={null}>
          {open !== null && !mayEdit ? <IntervalDescription draft={draft} id={open} /> : null}
        </Suspense>
      </div>
      <div className="builder-side">
        <Suspense fallback={<Skeleton height={300} />}>
          <WeekView draft={draft} />
        </Suspense>
        {mayEdit ? (
          <Suspense fallback={<Skeleton height={120} />}>
            <ReplayPanel rules={rules} />
          </Suspense>
        ) : null}
      </div>
    </div>
  )
}
