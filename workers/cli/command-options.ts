/** Options that several commands share. */
export interface Ports {
  readonly port: number;
  readonly uiPort: number;
}

export interface CommandOptions extends Ports {
  readonly config?: string;
}
