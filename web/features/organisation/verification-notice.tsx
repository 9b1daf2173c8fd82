import { askForVerification, readSettings } from '#shared/api/settings.ts'
import type { Settings } from '#shared/model/settings.ts'
import { errorDetail } from '../../lib/api/call-error.ts'
import { rememberAnswer, useApiMutation } from '../../lib/api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { LiveRegion } from '../../ui/live-region.tsx'
import styles from './settings.module.css'

/** Says that updates don't reach recipients until the organisation is verified, and asks support to verify it. */
export function VerificationNotice({ settings }: { settings: Settings }) {
  const { mutate, isPending, error } = useApiMutation(askForVerification, {
    onSuccess: () => rememberAnswer(readSettings, {}, { ...settings, verification_asked: true }),
  })
  if (settings.verified) return null
  return (
    <div className={styles.form}>
      <Card
        title="Verification"
        aside={
          !settings.verification_asked && (
            <Button busy={isPending} busyText="Asking..." onClick={() => mutate({})}>
              Ask for verification
            </Button>
          )
        }
      >
        <p>Updates go only to your own team until we have verified your pharmacy.</p>
        <LiveRegion role="status" className="muted">
          {settings.verification_asked && 'You’ve asked for verification today. We’ll email you when it’s done.'}
        </LiveRegion>
        <FormAlert>{error && errorDetail(error, 'Failed to ask for verification')}</FormAlert>
      </Card>
    </div>
  )
}
