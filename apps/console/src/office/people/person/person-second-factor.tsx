import { resetTwoFactor } from '@dispecerat/contract/identity/two-factor'
import type { Person } from '@dispecerat/contract/office/people'
import { Button } from '@mantine/core'
import { request } from '../../../api/request.ts'
import { useAction } from '../../../api/use-action.ts'
import { EditSection } from '../../../shared/edit-page/edit-page.tsx'
import { twoFactorMessages as messages } from '../../../text/two-factor-messages.ts'
import { confirm } from '../../../ui/dialogs/confirm.tsx'
import { toast } from '../../../ui/dialogs/toast.ts'

/** For a person who lost their telephone and recovery codes: the next logins need only the password. */
export function PersonSecondFactor({ person, onChange }: { person: Person; onChange: () => void }) {
  const reset = useAction((id: number, key) => request(resetTwoFactor, { params: { id } }, { key }), {
    done: () => {
      toast.good(messages.turnedOff)
      onChange()
    },
  })
  const confirmReset = () =>
    confirm({
      text: messages.person.ask,
      yes: messages.person.reset,
      danger: true,
      onYes: () => void reset.run(person.id),
    })
  return (
    <EditSection title={messages.title}>
      <div className="wide">
        <p>{messages.person.hint}</p>
        <Button
          mt="xs"
          size="compact-sm"
          variant="default"
          disabled={person.is_super_user || reset.busy}
          title={person.is_super_user ? messages.person.protected : undefined}
          aria-description={person.is_super_user ? messages.person.protected : undefined}
          onClick={confirmReset}
        >
          {messages.person.reset}
        </Button>
      </div>
    </EditSection>
  )
}
