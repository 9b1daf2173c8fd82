import { QRCodeSVG } from 'qrcode.react'
import styles from './account.module.css'

/** The QR code for an authenticator app, and its secret as text for people who cannot scan the code. */
export const AuthenticatorKey = ({ secret, uri }: { secret: string; uri: string }) => (
  <div className={styles.stack}>
    <p>Scan this code with your app or type in the key. Then enter the six-digit code the app shows.</p>
    <div className={styles.qr}>
      <QRCodeSVG value={uri} size={180} title="QR code of the key" />
    </div>
    <p>
      Key: <span className={styles.key}>{secret.match(/.{1,4}/g)?.join(' ')}</span>
    </p>
  </div>
)
