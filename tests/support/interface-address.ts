/** An address of this machine, as `os.networkInterfaces()` returns it: of a network of 24 or 64 bits. */
export const interfaceAddress = (address: string, internal = false, scopeid = 0) => {
  const common = { address, netmask: '', mac: '', internal };
  return address.includes(':')
    ? { ...common, family: 'IPv6' as const, cidr: `${address}/64`, scopeid }
    : { ...common, family: 'IPv4' as const, cidr: `${address}/24` };
};
