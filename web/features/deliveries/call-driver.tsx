import { buttonClass } from '../../ui/button.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { useDriverPhone } from './use-driver-options.ts'

interface CallDriverProps {
  id: string | null
  name: string
  /** Whether the user may see whom deliveries can be assigned to. */
  isAdmin: boolean
}

/** A link that calls a driver. Renders nothing if the driver has no phone number. */
export function CallDriver({ id, name, isAdmin }: CallDriverProps) {
  const phone = useDriverPhone(id, isAdmin)
  if (!phone) return null
  return (
    <PhoneLink phone={phone} name={`Call ${name}: ${phone}`} className={buttonClass({ size: 'small' })}>
      Call
    </PhoneLink>
  )
}
