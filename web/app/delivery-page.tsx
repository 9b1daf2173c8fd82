import { DeliveryDetailScreen } from '../features/deliveries/delivery-detail-screen.tsx'
import { WhoLooked } from './who-looked.tsx'

export { readFirst } from '../features/deliveries/delivery-detail-screen.tsx'

/** A delivery, and who looked at it, which the activity knows. */
export const DeliveryPage = () => <DeliveryDetailScreen WhoLooked={WhoLooked} />
