import { changeDeliveries, listStopQuestions } from '#shared/api/search-and-day.ts'
import type { StopQuestion } from '#shared/model/search-and-day.ts'
import { withRefusalReason } from '../../lib/api/call-error.ts'
import { invalidate, useApiMutation } from '../../lib/api/queries.ts'
import { toast } from '../../lib/browser/toast.ts'
import { Button } from '../../ui/button.tsx'
import { StaticNotice } from '../../ui/form-alert.tsx'
import { rereadDelivery, rereadRuns } from '../deliveries/delivery-cache.ts'
import styles from './stop-questions.module.css'

/** Asks once for each street address with several patients in different units whether it is one stop. */
export const StopQuestions = ({ questions }: { questions: readonly StopQuestion[] }) =>
  questions.map((question) => <Question key={question.delivery_ids.join()} question={question} />)

function Question({ question }: { question: StopQuestion }) {
  const { patients, delivery_address, delivery_ids: ids } = question
  const { mutate, isPending, error } = useApiMutation(changeDeliveries, {
    onSuccess: (results) => {
      const refused = results.find((result) => !result.ok)
      if (refused) toast.error(refused.detail)
      for (const id of ids) rereadDelivery(id)
      rereadRuns()
      void invalidate(listStopQuestions)
    },
  })
  const answer = (one_stop: boolean) =>
    mutate({ body: { ids, change: { one_stop } }, headers: { 'idempotency-key': crypto.randomUUID() } })
  return (
    <StaticNotice>
      <div className={styles.question}>
        <span>
          {patients} patients at {delivery_address}. Is this one stop?
        </span>
        <Button size="small" busy={isPending} busyText="Saving..." onClick={() => answer(true)}>
          One stop
        </Button>
        <Button size="small" variant="quiet" onClick={() => answer(false)}>
          Separate stops
        </Button>
        {error && withRefusalReason('Failed to save the answer', error)}
      </div>
    </StaticNotice>
  )
}
