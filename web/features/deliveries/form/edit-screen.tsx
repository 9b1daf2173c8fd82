import { useNavigate, useParams } from 'react-router-dom'
import { readDelivery } from '#shared/api/deliveries.ts'
import { askEarly } from '../../../lib/api/early-calls.ts'
import { pathOf } from '../../../lib/api/path-of.ts'
import type { FirstRead } from '../../../lib/navigation/first-read.ts'
import { paths } from '../../../lib/navigation/paths.ts'
import { Page } from '../../../ui/page.tsx'
import type { PatientPickerComponent } from '../../patients/picked-patient.ts'
import { DeliveryEditor } from './delivery-editor.tsx'
import { readFormDataAhead } from './use-form-data.ts'

export const readFirst: FirstRead = ({ accessToken, params }) => {
  // The form reads the delivery anew, whatever the page knows of it: that call takes this answer.
  askEarly([pathOf(readDelivery.path, { params })], accessToken)
  return readFormDataAhead()
}

/** `/pharmacy/delivery/edit/{id}` */
export function EditScreen({ PatientPicker }: { PatientPicker: PatientPickerComponent }) {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const showDetails = () => void navigate(paths.delivery(id))
  return (
    <Page title="Edit Delivery">
      <DeliveryEditor
        key={id}
        deliveryId={id}
        PatientPicker={PatientPicker}
        onSaved={showDetails}
        onCancel={showDetails}
      />
    </Page>
  )
}
