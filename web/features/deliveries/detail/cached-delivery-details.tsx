import { Card } from '../../../ui/card.tsx'
import { PhoneLink } from '../../../ui/phone-link.tsx'
import { cachedDelivery } from '../delivery-cache.ts'
import { deliveryTimeText } from '../delivery-text.ts'
import { DeliveryDay } from '../marks/delivery-day.tsx'
import { UnsentMark } from '../unsent/unsent.tsx'
import { addressFacts } from './address-facts.tsx'
import { FactList } from './fact-list.tsx'

/** Shows the data that earlier screens have cached about a delivery that could not be loaded, or nothing if there is none. */
export function CachedDeliveryDetails({ id }: { id: string }) {
  const delivery = cachedDelivery(id)
  if (!delivery) return null
  return (
    <Card title="Patient Information" aside={<UnsentMark delivery={delivery} />}>
      <FactList
        facts={[
          ['Name', delivery.patient_name],
          ...addressFacts(delivery),
          ...('access_notes' in delivery ? [['Access Notes', delivery.access_notes] as const] : []),
          ['Phone', delivery.phone && <PhoneLink key="phone" phone={delivery.phone} />],
          ['Delivery Date', <DeliveryDay key="date" date={delivery.delivery_date} />],
          ['Time Range', deliveryTimeText(delivery)],
        ]}
      />
    </Card>
  )
}
