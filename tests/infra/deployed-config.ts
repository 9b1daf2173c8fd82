/** The configuration of an environment as it is deployed, with everything that is optional. */
export const deployedConfig = {
  account: '111122223333',
  domain: 'app.pharmacy.test',
  mail: { sender: 'no-reply@pharmacy.test', identity: 'pharmacy.test' },
  supportAddress: 'help@pharmacy.test',
  alarmAddress: 'ops@pharmacy.test',
  smsIdentity: 'phone-number/phone-0123456789abcdef0123456789abcdef',
}
