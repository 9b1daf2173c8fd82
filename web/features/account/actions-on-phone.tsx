import { useEffect, useEffectEvent, useState } from 'react'
import { errorDetail } from '../../lib/api/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { dropOldActions } from '../deliveries/unsent/sealed-actions.ts'
import { handActionsToPharmacy, readActionsOfEndedSessions } from '../deliveries/unsent/send-unsent.ts'

const deliveriesText = (count: number) => (count === 1 ? '1 delivery' : `${count} deliveries`)

/**
 * Says on the login page that this phone has deliveries that were never sent, and hands them to the pharmacy for a driver who can no
 * longer sign in. Names no patient, because anybody may hold the phone.
 */
export function ActionsOnPhone() {
  const [count, setCount] = useState(0)
  const [isBusy, setIsBusy] = useState(false)
  const [outcome, setOutcome] = useState({ failure: '', isHanded: false })
  const look = async () => {
    await dropOldActions().catch(() => false)
    const actions = await readActionsOfEndedSessions().catch(() => [])
    setCount(new Set(actions.map(({ deliveryId }) => deliveryId)).size)
  }
  const lookFirst = useEffectEvent(look)
  useEffect(() => void lookFirst(), [])

  async function hand() {
    setIsBusy(true)
    try {
      await handActionsToPharmacy()
      setOutcome({ failure: '', isHanded: true })
    } catch (error) {
      setOutcome({ failure: errorDetail(error, 'Failed to hand over your deliveries'), isHanded: false })
    } finally {
      setIsBusy(false)
      await look()
    }
  }
  return (
    <>
      <FormAlert tone="notice">{outcome.isHanded && 'The pharmacy has what you recorded.'}</FormAlert>
      <FormAlert>{outcome.failure}</FormAlert>
      {count > 0 && (
        <>
          <FormAlert tone="notice">
            {`${deliveriesText(count)} on this phone ${count === 1 ? 'hasn’t' : 'haven’t'} been sent. Sign in to send ${count === 1 ? 'it' : 'them'}. If your account no longer works, hand what you recorded to the pharmacy.`}
          </FormAlert>
          <Button wide busy={isBusy} busyText="Sending..." onClick={() => void hand()}>
            Hand to the pharmacy
          </Button>
        </>
      )}
    </>
  )
}
