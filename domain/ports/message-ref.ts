export interface MessageRef {
  readonly channelId: string;
  readonly threadId: string | null;
  readonly messageId: string;
}
