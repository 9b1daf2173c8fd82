import { useNavigate } from 'react-router-dom'
import { declareMistake, planAgain } from '#shared/api/proofs.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { reasonForm } from '#shared/model/reason-form.ts'
import { errorDetail } from '../../lib/api/call-error.ts'
import { useApiMutation } from '../../lib/api/queries.ts'
import { formatDateTime } from '../../lib/browser/format.ts'
import { toast } from '../../lib/browser/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { paths } from '../../lib/navigation/paths.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/form.tsx'
import { FormAlert, StaticNotice } from '../../ui/form-alert.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Link } from '../../ui/link.tsx'
import { rereadDelivery, updateCachedDelivery } from '../deliveries/delivery-cache.ts'

/** Says that the completion was recorded for the wrong delivery, and plans the delivery again. Also shows the links of both. */
export function WrongDoorNotice({ delivery, mayManage }: { delivery: Delivery; mayManage: boolean }) {
  const { recorded_by_mistake: mistake, planned_again_as, again_of } = delivery
  return (
    <>
      {mistake && (
        <StaticNotice>
          <strong>{`Recorded by mistake: ${mistake.reason}`}</strong>
          <br />
          {`${mistake.declared_by}, ${formatDateTime(mistake.declared_at)}. The record stays, but its money isn’t counted. `}
          {planned_again_as ? (
            <Link to={paths.delivery(planned_again_as)}>Open the new delivery</Link>
          ) : (
            mayManage && <PlanAgain id={delivery.id} />
          )}
        </StaticNotice>
      )}
      {again_of && (
        <StaticNotice>
          Planned again after a mistake. <Link to={paths.delivery(again_of)}>Open the old delivery</Link>
        </StaticNotice>
      )}
    </>
  )
}

function PlanAgain({ id }: { id: string }) {
  const navigate = useNavigate()
  const { mutate, isPending, error } = useApiMutation(planAgain, {
    onSuccess: (made) => {
      rereadDelivery(id)
      toast.success('Delivery created successfully')
      void navigate(paths.delivery(made.id))
    },
    onError: () => rereadDelivery(id),
  })
  return (
    <>
      <FormAlert>{error && errorDetail(error, 'Failed to plan the delivery again')}</FormAlert>
      <Button size="small" busy={isPending} onClick={() => mutate({ params: { id } })}>
        Plan again
      </Button>
    </>
  )
}

interface MistakeDialogProps {
  delivery: Pick<Delivery, 'id' | 'version' | 'patient_name'>
  onClose: () => void
}

/** The dialog that declares a completion as recorded for the wrong delivery. */
export function MistakeDialog({ delivery: { id, version, patient_name }, onClose }: MistakeDialogProps) {
  const { mutateAsync } = useApiMutation(declareMistake, {
    onSuccess: (changed) => {
      updateCachedDelivery(changed)
      toast.success('Marked as recorded by mistake')
    },
    onError: () => rereadDelivery(id),
  })
  const form = useForm(reasonForm(), {
    initial: { reason: '' },
    onSubmit: async (body) => {
      await mutateAsync({ params: { id }, body, headers: { 'if-match': String(version) } })
      onClose()
    },
  })
  return (
    <FormDialog
      title="Recorded by mistake?"
      form={form}
      submit="Mark as mistake"
      busyText="Saving..."
      onClose={onClose}
    >
      <p>{`The signature stays with ${patient_name}’s delivery, marked with your reason. Its money won’t be counted. This can’t be undone.`}</p>
      <TextAreaField form={form} name="reason" label="Reason" />
    </FormDialog>
  )
}
