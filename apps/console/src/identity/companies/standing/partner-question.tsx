import { Group } from '@mantine/core'
import { useUser } from '../../../api/session.ts'
import { useLive } from '../../../realtime/use-live.ts'
import { toast } from '../../../ui/dialogs/toast.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { partnerQuestion } from './partner-question-messages.ts'

const STANDS_MS = 60_000
const ID = 'partner-question'

/** Another company requests a partnership: a toast with a link, for users who may answer. */
export function PartnerQuestion() {
  const { companies } = useUser()
  useLive('partners_changed', ({ asked_company_id: partnerId }) => {
    if (partnerId === undefined || companies.every(({ id }) => id !== partnerId)) return
    toast.withAction(
      ID,
      partnerQuestion.text,
      <Group justify="space-between" gap="xs" wrap="nowrap" className="toast-act">
        <span>{partnerQuestion.text}</span>
        <LinkButton
          size="compact-xs"
          variant="default"
          to="/settings/partners"
          search={{ company: partnerId }}
          onClick={() => toast.hide(ID)}
        >
          {partnerQuestion.answer}
        </LinkButton>
      </Group>,
      STANDS_MS,
    )
  })
  return null
}
