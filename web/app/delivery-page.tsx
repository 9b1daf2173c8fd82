import { DeliveryDetailScreen } from './delivery-detail-screen.tsx'
import { WhoLooked } from './who-looked.tsx'

export { preloadData } from './delivery-detail-screen.tsx'

/** The page of a delivery. Its list of the people who looked at the delivery comes from the activity feature. */
export const DeliveryPage = () => <DeliveryDetailScreen WhoLooked={WhoLooked} />
